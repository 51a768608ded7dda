/** The slugs of the texts that the shop's own pages show; each has to be in `page_content`. */
export const WRITTEN_PAGES = [
  'product-assurance',
  'checkout-assurance',
  'about',
  'features',
  'works',
  'career',
  'delivery-details',
  'delivery-international',
  'delivery-tracking',
  'account',
  'account-managing',
  'account-security',
  'account-history',
  'terms-conditions',
  'privacy-policy',
] as const
