import type { Backends } from '~/platform/supabase/clients.server'

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

/** Checks that these pages have texts. Returns a sentence for each problem, with its remedy. */
export async function checkWrittenPages({ service }: Backends): Promise<string[]> {
  const { data, error } = await service.from('page_content').select('slug').eq('is_published', true)
  if (error) return [`The shop's tables are missing (${error.code}): run supabase db push --remote.`]
  const missing = WRITTEN_PAGES.filter((page) => !data.some(({ slug }) => slug === page))
  if (missing.length === 0) return []
  return [
    `There is no text for ${missing.join(', ')}: write and show it at /desk/texts. A project without any text needs supabase db push --include-seed --remote.`,
  ]
}
