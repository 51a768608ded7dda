import { z } from 'zod'
import type { Backend } from '~/platform/supabase/clients.server'

const rowsSchema = z.array(z.object({ id: z.guid(), slug: z.string(), updated_at: z.string() }))
type SitemapProduct = z.infer<typeof rowsSchema>[number]

/** Returns the products that are sold, up to `most`, by ID. Throws if the backend fails. */
export async function listSitemapProducts(db: Backend, most: number): Promise<SitemapProduct[]> {
  const products: SitemapProduct[] = []
  while (products.length < most) {
    const last = products.at(-1)?.id
    let page = db.from('products').select('id, slug, updated_at').order('id')
    // By the last ID and not by an offset, so that a product that is added or removed meanwhile moves no other.
    if (last !== undefined) page = page.gt('id', last)
    const { data, error } = await page
    if (error) throw new Error(`No sitemap: ${error.message}`, { cause: error })
    const rows = rowsSchema.parse(data)
    // The API limits the rows of a response (`max_rows` of supabase/config.toml), and doesn't say so.
    if (rows.length === 0) break
    products.push(...rows)
  }
  return products.slice(0, most)
}
