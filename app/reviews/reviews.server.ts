import { z } from 'zod'
import type { RequestContext } from '~/platform/context.server'
import { pictureUrl } from '~/ui/picture'
import type { ReviewQuery } from './review-query'

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
  { catalogue, backends }: RequestContext,
  productId: string,
  query: ReviewQuery,
): Promise<ReviewPage> {
  return catalogue.get(`reviews:${productId}:${query.sort}:${query.count}`, async () => {
    const { data, error } = await backends.anonymous.rpc('get_product_reviews', {
      p_product_id: productId,
      p_sort: query.sort,
      p_limit: query.count,
    })
    if (error) throw new Error(`No reviews: ${error.message}`)
    return { ...Answer.parse(data), query }
  })
}
