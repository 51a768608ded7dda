/** The slugs that `page_content` must hold: the texts of the shop's pages. */
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
  'returns',
  'terms-conditions',
  'privacy-policy',
] as const
