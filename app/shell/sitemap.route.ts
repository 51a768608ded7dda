import type { LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { listCategories } from '~/catalog/catalog.server'
import { parseListingQuery } from '~/catalog/listing/listing-query'
import { listingUrl } from '~/catalog/listing/listing-url'

const PAGES = [
  '/',
  '/product-listing',
  '/on-sale',
  '/size-guide',
  '/size-finder',
  '/company/about',
  '/company/features',
  '/company/works',
  '/company/career',
  '/contact',
  '/help/delivery-details',
  '/help/terms-conditions',
  '/help/privacy-policy',
  '/faq',
]
const sitemapRowsSchema = z.array(z.object({ slug: z.string(), updated_at: z.string() }))

const ALL_PRODUCTS = parseListingQuery(new URLSearchParams())
/** Returns a category's canonical URL, which has no characters to escape in XML. */
const categoryUrl = (category: string) => listingUrl({ ...ALL_PRODUCTS, category })

/** The sitemap for search engines. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { settings, backends, catalogue } = context
  const categories = await listCategories(context)
  const { rows } = await catalogue.get('sitemap', async () => {
    const { data, error } = await backends.anonymous
      .from('products')
      .select('slug, updated_at')
      .order('created_at', { ascending: false })
      .limit(1000)
    if (error) throw new Error(`No sitemap: ${error.message}`, { cause: error })
    return { rows: sitemapRowsSchema.parse(data) }
  })
  const urls = [
    ...[...PAGES, ...categories.map(({ name }) => categoryUrl(name))].map(
      (path) => `<url><loc>${settings.PUBLIC_URL}${path}</loc></url>`,
    ),
    ...rows.map(
      ({ slug, updated_at }) =>
        `<url><loc>${settings.PUBLIC_URL}/product/${slug}</loc><lastmod>${updated_at.slice(0, 10)}</lastmod></url>`,
    ),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join('')}</urlset>`
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=600' },
  })
}
