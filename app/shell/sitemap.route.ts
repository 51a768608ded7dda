import type { LoaderFunctionArgs } from '@remix-run/node'
import { listCategories } from '~/catalog/catalog.server'
import { parseListingQuery } from '~/catalog/listing/listing-query'
import { listingUrl } from '~/catalog/listing/listing-url'
import { addressIn, LANGUAGES } from '~/language/languages'
import { listSitemapProducts } from './sitemap-products.server'

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
  '/help/returns',
  '/help/terms-conditions',
  '/help/privacy-policy',
  '/faq',
]
/** The protocol's limit for one file (sitemaps.org). Products beyond it aren't listed. */
const MAX_URLS = 50_000

const ALL_PRODUCTS = parseListingQuery(new URLSearchParams())
/** Returns a category's canonical URL, which has no characters to escape in XML. */
const categoryUrl = (category: string) => listingUrl({ ...ALL_PRODUCTS, category })

/** Returns a page's entry: its address, more about it, and its addresses in all languages. English is for readers of any other. */
function entry(address: string, more = ''): string {
  const inLanguages = LANGUAGES.map((language) => [language, addressIn(language, address)])
  const links = [...inLanguages, ['x-default', address]].map(
    ([language, href = '']) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${href.replaceAll('&', '&amp;')}"/>`,
  )
  return `<url><loc>${address}</loc>${more}${links.join('')}</url>`
}

export async function loader({ context }: LoaderFunctionArgs) {
  const { settings, backends, catalogue } = context
  const categories = await listCategories(context)
  const { rows } = await catalogue.get('sitemap', async () => ({
    rows: await listSitemapProducts(backends.anonymous, MAX_URLS - PAGES.length - categories.length),
  }))
  const urls = [
    ...[...PAGES, ...categories.map(({ name }) => categoryUrl(name))].map((path) => entry(settings.PUBLIC_URL + path)),
    ...rows.map(({ slug, updated_at }) =>
      entry(`${settings.PUBLIC_URL}/product/${slug}`, `<lastmod>${updated_at.slice(0, 10)}</lastmod>`),
    ),
  ]
  const xml = `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">${urls.join('')}</urlset>`
  return new Response(xml, {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=600' },
  })
}
