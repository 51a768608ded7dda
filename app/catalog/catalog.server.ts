import { z } from 'zod'
import { translated } from '~/language/translated'
import type { Needs } from '~/platform/context.server'
import { cutText } from '~/platform/text'
import { sanitize } from '~/platform/sanitize.server'
import {
  choiceCardSchema,
  productPageSchema,
  productWithSimilarSchema,
  type ChoiceCard,
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

/** Returns a product by ID or slug, also a former one, with four similar ones; null if the shop doesn't sell it. */
export function findProduct({ catalogue, backends }: Catalogue, idOrSlug: string): Promise<ProductWithSimilar | null> {
  const key = productKey(idOrSlug)
  return catalogue.find(`product:${key}`, async () =>
    parseResponse(
      productWithSimilarSchema.nullable(),
      await backends.anonymous.rpc('get_product_with_colors', { product_id: key }),
    ),
  )
}

/** Returns what belongs to products and isn't among them, at most two. */
export function listCompleting({ catalogue, backends }: Catalogue, ids: readonly string[]): Promise<ChoiceCard[]> {
  const asked = [...new Set(ids)]
  return catalogue.get(`completing:${asked.join()}`, async () =>
    parseResponse(
      z.array(translated(choiceCardSchema)),
      await backends.anonymous.rpc('get_completing', { product_ids: asked }),
    ),
  )
}

function productKey(idOrSlug: string): string {
  return cutText(idOrSlug.toLowerCase(), 200)
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

/** What reads of the catalogue need: the cache, and the backend with a visitor's rights. */
export type Catalogue = Needs<'catalogue' | 'backends'>

interface DatabaseResponse {
  data: unknown
  error: { message: string; code?: string } | null
}

/** Returns the data of a database response, validated by its schema. Throws if the request failed. */
export function parseResponse<Schema extends z.ZodType>(
  schema: Schema,
  { data, error }: DatabaseResponse,
): z.output<Schema> {
  if (error) throw new Error(`The catalogue did not respond: ${error.message}`, { cause: error })
  return schema.parse(data)
}
