import { z } from 'zod'
import { currentLanguage } from '~/language/current'
import { nameOf } from '~/language/names'
import { translated, translationOf, translations } from '~/language/translated'
import type { Needs } from '~/platform/context.server'
import { formatMoney } from '~/platform/money'
import { storedAmount } from '~/platform/supabase/stored-money'
import { cleanText } from '~/platform/text'
import { sanitize } from '~/platform/sanitize.server'
import { pictureUrl } from '~/ui/picture'
import { parseResponse, type Catalogue } from './catalogue-response.server'
import { productUrl } from './product-choice'
import {
  productPageSchema,
  productWithSimilarSchema,
  type ProductPage,
  type ProductWithSimilar,
} from './product.schema'

const categorySchema = z.object({
  id: z.guid(),
  name: z.string(),
  image_url: z.string().nullable(),
  description: z.string().nullable(),
  parent_id: z.guid().nullable(),
  is_home: z.boolean(),
  is_browse_section: z.boolean(),
})
export type Category = z.infer<typeof categorySchema>

/** Products in each list of the home page (HM-34, HM-37, HM-42). */
const HOME_PAGE_SIZE = 8

/** Returns every active category, by name. */
export function listCategories({ catalogue, backends }: Catalogue): Promise<Category[]> {
  return catalogue.get('categories', async () => {
    const columns = 'id, name, image_url, description, parent_id, is_home, is_browse_section'
    const response = await backends.anonymous
      .from('product_categories')
      .select(columns)
      .eq('is_active', true)
      .order('name')
    return parseResponse(z.array(categorySchema), response)
  })
}

/** Returns one of the home page's lists: arrivals, top sellings or a category's products, newest first. */
export function listHomeProducts(
  { catalogue, backends }: Catalogue,
  which: { arrival?: boolean; top?: true; categoryId?: string },
): Promise<ProductPage> {
  return catalogue.get(`home:${JSON.stringify(which)}`, async () =>
    parseResponse(
      productPageSchema,
      await backends.anonymous.rpc('get_products', {
        filter_is_arrival: which.arrival,
        filter_is_top: which.top,
        category_ids: which.categoryId ? [which.categoryId] : undefined,
        sort_by: 'created_at',
        sort_order: 'desc',
        page_size: HOME_PAGE_SIZE,
        page_number: 1,
      }),
    ),
  )
}

/** Returns a product by ID or slug with four similar ones; null if the shop doesn't sell it. */
export function findProduct({ catalogue, backends }: Catalogue, idOrSlug: string): Promise<ProductWithSimilar | null> {
  const key = productKey(idOrSlug)
  return catalogue.find(`product:${key}`, async () =>
    parseResponse(
      productWithSimilarSchema.nullable(),
      await backends.anonymous.rpc('get_product_with_colors', { product_id: key }),
    ),
  )
}

/** Returns whether the shop once sold this product. */
export async function isProductGone({ catalogue, backends }: Catalogue, idOrSlug: string): Promise<boolean> {
  const key = productKey(idOrSlug)
  const gone = await catalogue.find(`gone:${key}`, async () => {
    const isGone = parseResponse(z.boolean(), await backends.anonymous.rpc('is_product_gone', { product_id: key }))
    return isGone ? { isGone } : null
  })
  return gone !== null
}

function productKey(idOrSlug: string): string {
  return cleanText(idOrSlug).toLowerCase().slice(0, 200)
}

const suggestionSchema = z.object({
  id: z.guid(),
  name: z.string(),
  category_name: z.string().nullable(),
  slug: z.string(),
  price: storedAmount,
  picture: z.string().nullable(),
  /** The colour of the search that the product has. */
  color: z.string().nullish(),
})

/** A suggestion as the search box shows it: a formatted price, its URL and that of a small picture. */
export interface Suggestion extends Omit<z.infer<typeof suggestionSchema>, 'price'> {
  price: string
  url: string
}

/** Returns up to 6 search suggestions; none for less than 2 characters (HD-21, HD-22). */
export async function suggest({ catalogue, backends }: Catalogue, text: string): Promise<Suggestion[]> {
  const term = cleanText(text).trim().slice(0, 80)
  if (term.length < 2) return []
  return catalogue.get(`suggest:${term.toLowerCase()}`, async () => {
    const response = await backends.anonymous.rpc('get_search_suggestions', { search_term: term, limit_num: 6 })
    const rows = parseResponse(z.array(suggestionSchema), response)
    const names = await translatedNames(backends, rows)
    return rows.map((row) => ({
      ...row,
      name: translationOf(names.get(row.id), 'name') ?? row.name,
      category_name: row.category_name && nameOf('category', row.category_name),
      price: formatMoney(row.price),
      url: productUrl(row.slug, row.color ? { color: row.color } : {}),
      picture: row.picture && pictureUrl(row.picture, 160, 'jpg'),
    }))
  })
}

const namesSchema = z.array(z.object({ id: z.guid(), translations }))

/** Returns the translations of products by their IDs; none for a page in English. */
async function translatedNames({ anonymous }: Catalogue['backends'], rows: readonly { id: string }[]) {
  if (currentLanguage() === 'en' || rows.length === 0) return new Map()
  const ids = rows.map(({ id }) => id)
  const response = await anonymous.from('products').select('id, translations').in('id', ids)
  return new Map(parseResponse(namesSchema, response).map((row) => [row.id, row]))
}

const pageContentSchema = z.object({
  title: z.string(),
  content: z.string(),
  meta_description: z.string().nullable(),
  last_updated: z.string(),
})

/** Returns the operator's HTML above Add to Cart, or '' (PD-46, PD-47). */
export async function readAssurance({ catalogue, backends }: Catalogue): Promise<string> {
  const { content } = await catalogue.get('page:product-assurance', async () => {
    const response = await backends.anonymous
      .from('page_content')
      .select('title, content, meta_description, last_updated, translations')
      .eq('slug', 'product-assurance')
      .eq('is_published', true)
      .maybeSingle()
    return { content: sanitize(parseResponse(translated(pageContentSchema.nullable()), response)?.content ?? '') }
  })
  return content
}

/** Returns the version of the catalogue, which each change of it replaces. Throws if it can't be read. */
export async function readCatalogueVersion({ backends, stopping }: Needs<'backends' | 'stopping'>): Promise<string> {
  // By GET, so that it counts as a read.
  const version = backends.anonymous.rpc('catalogue_version', undefined, { get: true })
  const { data, error } = await version.abortSignal(stopping)
  if (error) throw new Error(`No version of the catalogue: ${error.message}`, { cause: error })
  return data
}
