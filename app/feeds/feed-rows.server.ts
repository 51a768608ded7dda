import { z } from 'zod'
import { stockSchema } from '~/catalog/product.schema'
import type { Backend } from '~/platform/supabase/clients.server'
import { storedAmount } from '~/platform/supabase/stored-money'

const rowSchema = z.object({
  id: z.guid(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  price: storedAmount,
  final_price: storedAmount,
  /** The names of its categories, the highest first. */
  path: z.array(z.string()),
  google_category: z.number(),
  gender: z.string(),
  age_group: z.string(),
  colors: z.array(z.object({ id: z.guid(), name: z.string() })),
  sizes: z.array(stockSchema.extend({ label: z.string() })),
  media: z.array(z.object({ url: z.string(), color_id: z.guid().nullable() })),
})
/** What the product feed says of a product; sums are in paisa. */
export type FeedRow = z.infer<typeof rowSchema>

/** Yields all products on sale, a page at a time. Throws if the backend fails. */
export async function* feedPages(db: Backend): AsyncGenerator<FeedRow[]> {
  let last: string | undefined
  for (;;) {
    const { data, error } = await db.rpc('product_feed', last === undefined ? {} : { p_after: last }, { get: true })
    if (error) throw new Error(`No product feed: ${error.message}`, { cause: error })
    const rows = z.array(rowSchema).parse(data)
    if (rows.length === 0) return
    yield rows
    last = rows.at(-1)?.id
  }
}
