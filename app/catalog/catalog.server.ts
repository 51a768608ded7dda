import { z } from 'zod'
import type { RequestContext } from '~/platform/context.server'
import { formatMoney, toPaisa } from '~/platform/money'
import { cleanText } from '~/platform/text'
import { sanitize } from '~/platform/sanitize.server'
import { pictureUrl } from '~/ui/picture'
import { toListingFilters, type ListingQuery } from './listing-query'
import { FilterCounts, FilterOptions, ProductAnswer, ProductPage } from './product.schema'

type Catalogue = Pick<RequestContext, 'catalogue' | 'backends'>

const Category = z.object({
  id: z.guid(),
  name: z.string(),
  image_url: z.string().nullable(),
  description: z.string().nullable(),
  parent_id: z.guid().nullable(),
  is_home: z.boolean(),
  is_browse_section: z.boolean(),
})
export type Category = z.infer<typeof Category>

/** Home lists: page 1 of 8 (document 1, section 9). */
const HOME_PAGE_SIZE = 8

interface Answer {
  data: unknown
  error: { message: string; code?: string } | null
}

/** What the database answered, under its schema; throws when it didn't. */
function read<Schema extends z.ZodType>(schema: Schema, { data, error }: Answer): z.output<Schema> {
  if (error) throw new Error(`The catalogue did not answer: ${error.message}`, { cause: error })
  return schema.parse(data)
}

/** Every active category, by name (document 1, section 7). */
export function listCategories({ catalogue, backends }: Catalogue): Promise<Category[]> {
  return catalogue.get('categories', async () => {
    const columns = 'id, name, image_url, description, parent_id, is_home, is_browse_section'
    const answer = await backends.anonymous
      .from('product_categories')
      .select(columns)
      .eq('is_active', true)
      .order('name')
    return read(z.array(Category), answer)
  })
}

/** One of the home page's lists: arrivals, top sellings or a category's products, newest first. */
export function listHomeProducts(
  { catalogue, backends }: Catalogue,
  which: { arrival?: boolean; top?: true; categoryId?: string },
): Promise<ProductPage> {
  return catalogue.get(`home:${JSON.stringify(which)}`, async () =>
    read(
      ProductPage,
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

/** A page of the listing. `categoryId` and the colours' ids are those of names in the query. */
export function listProducts(
  { catalogue, backends }: Catalogue,
  query: ListingQuery,
  categoryId: string | undefined,
  options: FilterOptions,
): Promise<ProductPage> {
  const filters = toListingFilters(query, categoryId, options)
  return catalogue.get(`listing:${JSON.stringify(filters)}`, async () =>
    read(ProductPage, await backends.anonymous.rpc('get_products', filters)),
  )
}

/** How many products each value of each filter would list, with the other filters as they are. */
export function countFilters(
  { catalogue, backends }: Catalogue,
  query: ListingQuery,
  categoryId: string | undefined,
  options: FilterOptions,
): Promise<FilterCounts> {
  const {
    filter_is_active: _active,
    sort_by: _column,
    sort_order: _direction,
    page_size: _size,
    page_number: _page,
    ...filters
  } = toListingFilters(query, categoryId, options)
  return catalogue.get(`counts:${JSON.stringify(filters)}`, async () =>
    read(FilterCounts, await backends.anonymous.rpc('get_filter_counts', filters)),
  )
}

/** How many products each category lists without any other filter, by its id; those of the sale page for `isSale`. */
export function countCategories(
  { catalogue, backends }: Catalogue,
  { isSale }: Pick<ListingQuery, 'isSale'>,
): Promise<Record<string, number>> {
  return catalogue.get(`category-counts:${isSale}`, async () =>
    read(
      z.record(z.string(), z.number()),
      await backends.anonymous.rpc('get_category_counts', { filter_is_discounted: isSale }),
    ),
  )
}

/** What the listing can be narrowed by. */
export function readFilterOptions({ catalogue, backends }: Catalogue): Promise<FilterOptions> {
  return catalogue.get('filter-options', async () =>
    read(FilterOptions, await backends.anonymous.rpc('get_filter_options')),
  )
}

/** A product by id or slug, with four similar ones; null when the shop doesn't sell it. */
export function findProduct({ catalogue, backends }: Catalogue, idOrSlug: string): Promise<ProductAnswer | null> {
  const key = productKey(idOrSlug)
  return catalogue.find(`product:${key}`, async () =>
    read(ProductAnswer.nullable(), await backends.anonymous.rpc('get_product_with_colors', { product_id: key })),
  )
}

/** Whether the shop once sold this product. */
export async function isProductGone({ catalogue, backends }: Catalogue, idOrSlug: string): Promise<boolean> {
  const key = productKey(idOrSlug)
  const gone = await catalogue.find(`gone:${key}`, async () => {
    const isGone = read(z.boolean(), await backends.anonymous.rpc('is_product_gone', { product_id: key }))
    return isGone ? { isGone } : null
  })
  return gone !== null
}

function productKey(idOrSlug: string): string {
  return cleanText(idOrSlug).toLowerCase().slice(0, 200)
}

const SuggestionRow = z.object({
  id: z.guid(),
  name: z.string(),
  category_name: z.string().nullable(),
  slug: z.string(),
  price: z.number(),
  picture: z.string().nullable(),
})

/** A suggestion as the search box draws it: the price in words, the address of a small picture. */
export interface Suggestion extends Omit<z.infer<typeof SuggestionRow>, 'price'> {
  price: string
}

/** Suggestions for what is being typed: at most 6, none under 2 characters (document 1, sections 5 and 9). */
export async function suggest({ catalogue, backends }: Catalogue, text: string): Promise<Suggestion[]> {
  const term = cleanText(text).trim().slice(0, 80)
  if (term.length < 2) return []
  return catalogue.get(`suggest:${term.toLowerCase()}`, async () => {
    const answer = await backends.anonymous.rpc('get_search_suggestions', { search_term: term, limit_num: 6 })
    return read(z.array(SuggestionRow), answer).map((row) => ({
      ...row,
      price: formatMoney(toPaisa(row.price)),
      picture: row.picture && pictureUrl(row.picture, 160, 'jpg'),
    }))
  })
}

const Page = z.object({
  title: z.string(),
  content: z.string(),
  meta_description: z.string().nullable(),
  last_updated: z.string(),
})

/** The lines shown before Add to Cart (decision 20); none when the operator wrote none. */
export async function readAssurance({ catalogue, backends }: Catalogue): Promise<string> {
  const { content } = await catalogue.get('page:product-assurance', async () => {
    const answer = await backends.anonymous
      .from('page_content')
      .select('title, content, meta_description, last_updated')
      .eq('slug', 'product-assurance')
      .eq('is_published', true)
      .maybeSingle()
    return { content: sanitize(read(Page.nullable(), answer)?.content ?? '') }
  })
  return content
}
