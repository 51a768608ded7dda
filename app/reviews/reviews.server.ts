import { z } from 'zod'
import type { Needs } from '~/platform/context.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { pictureUrl } from '~/ui/picture'
import type { ReviewQuery } from './review-query'

const UNIQUE_VIOLATION = '23505'

const Answer = z.object({
  total: z.number(),
  reviews: z.array(
    z.object({
      id: z.guid(),
      rating: z.number(),
      review_text: z.string(),
      images: z.array(z.string()).transform((all) => all.filter((image) => pictureUrl(image, 160, 'webp') !== null)),
      created_at: z.string(),
      profile: z.object({ id: z.guid(), full_name: z.string(), avatar_url: z.string().nullable() }),
    }),
  ),
})

export interface ReviewPage extends z.infer<typeof Answer> {
  query: ReviewQuery
}

/** A product's reviews with their authors' public face. Throws when the backend can't answer. */
export function listReviews(
  { catalogue, backends }: Needs<'backends' | 'catalogue'>,
  productId: string,
  query: ReviewQuery,
): Promise<ReviewPage> {
  return catalogue.get(`reviews:${productId}:${query.sort}:${query.count}`, async () => {
    const { data, error } = await backends.anonymous.rpc('get_product_reviews', {
      p_product_id: productId,
      p_sort: query.sort,
      p_limit: query.count,
    })
    if (error) throw new Error(`No reviews: ${error.message}`, { cause: error })
    return { ...Answer.parse(data), query }
  })
}

const Own = z.object({ rating: z.number(), review_text: z.string() })

/** The shopper's own review of a product, for the form to begin with; null when there is none yet. */
export async function findOwnReview({ db, id }: Shopper, productId: string) {
  const { data, error } = await db
    .from('product_reviews')
    .select('rating, review_text')
    .eq('product_id', productId)
    .eq('user_id', id)
    .maybeSingle()
  if (error) throw new Error(`No own review: ${error.message}`, { cause: error })
  return Own.nullable().parse(data)
}

/** Saves a review: one a product and shopper, so a second one changes the first, whose pictures stay without new ones. */
export async function saveReview(
  { catalogue }: Needs<'catalogue'>,
  { db, id }: Shopper,
  product: { id: string; slug: string },
  { rating, text, images }: { rating: number; text: string; images: string[] },
): Promise<void> {
  const inserted = await db
    .from('product_reviews')
    .insert({ product_id: product.id, user_id: id, rating, review_text: text, images })
  let { error } = inserted
  if (error?.code === UNIQUE_VIOLATION) {
    const changed = await db
      .from('product_reviews')
      .update({ rating, review_text: text, ...(images.length > 0 ? { images } : {}) })
      .eq('product_id', product.id)
      .eq('user_id', id)
    error = changed.error
  }
  if (error) throw new Error(`Review not saved: ${error.message}`, { cause: error })
  catalogue.forget(`reviews:${product.id}:`)
  catalogue.forget(`product:${product.slug}`)
}
