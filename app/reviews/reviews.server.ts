import { z } from 'zod'
import { findShopper, type Needs } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { pictureUrl } from '~/ui/picture'
import { FIT_NAMES } from './fit'
import type { ReviewQuery } from './review-query'
import type { ReviewInput } from './review.schema'
import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import type { UploadRefusal } from '~/platform/http/uploaded-picture.server'
import type { Backend } from '~/platform/supabase/clients.server'
import { declareBucket, signFile, storePictures } from '~/platform/supabase/uploads.server'

const UNIQUE_VIOLATION = '23505'

const reviewsSchema = z.object({
  /** Number of reviews with the requested rating and size. */
  total: z.number(),
  counts: z.record(z.string(), z.number()),
  /** Number of reviews by how they say that the product runs. */
  fits: z.record(z.enum(FIT_NAMES), z.number()),
  /** The product's sizes that authors have, with the number of their reviews. */
  sizes: z.array(z.object({ size: z.string(), count: z.number() })),
  reviews: z.array(
    z.object({
      id: z.guid(),
      rating: z.number(),
      review_text: z.string(),
      images: z.array(z.string()).transform((all) => all.filter((image) => pictureUrl(image, 160, 'webp') !== null)),
      fit: z.enum(FIT_NAMES).nullable(),
      size: z.string().nullable(),
      usual_size: z.string().nullable(),
      created_at: z.string(),
      profile: z.object({ id: z.guid(), full_name: z.string(), avatar_url: z.string().nullable() }),
      /** Whether the author has received an order with the product. */
      is_verified: z.boolean(),
      /** Number of shoppers who marked it as helpful. */
      helpful: z.number(),
    }),
  ),
})
export type Review = z.infer<typeof reviewsSchema>['reviews'][number]

export interface ReviewPage extends z.infer<typeof reviewsSchema> {
  query: ReviewQuery
}

/** Returns a product's reviews with their authors' names and pictures. Throws if the backend fails. */
export function listReviews(
  { catalogue, backends }: Needs<'backends' | 'catalogue'>,
  productId: string,
  query: ReviewQuery,
): Promise<ReviewPage> {
  return catalogue.get(`reviews:${productId}:${query.sort}:${query.rating}:${query.count}:${query.size}`, async () => {
    const { data, error } = await backends.anonymous.rpc('get_product_reviews', {
      p_product_id: productId,
      p_sort: query.sort,
      p_limit: query.count,
      p_rating: query.rating ?? undefined,
      p_size: query.size ?? undefined,
    })
    if (error) throw new Error(`No reviews: ${error.message}`, { cause: error })
    return { ...reviewsSchema.parse(data), query }
  })
}

/** Returns the ID of a shopper's review of a product, or null. Only of one that is shown, which is public. Throws if the backend fails. */
async function findReviewOf(
  { catalogue, backends }: Needs<'backends' | 'catalogue'>,
  productId: string,
  shopperId: string,
): Promise<string | null> {
  const { id } = await catalogue.get(`reviews:${productId}:of:${shopperId}`, async () => {
    const { data, error } = await backends.anonymous
      .from('product_reviews')
      .select('id')
      .eq('product_id', productId)
      .eq('user_id', shopperId)
      .maybeSingle()
    if (error) throw new Error(`Own review not looked up: ${error.message}`, { cause: error })
    return { id: data?.id ?? null }
  })
  return id
}

/** A shopper's own review: its ID if everybody sees it, else why the shop hides it. */
export type OwnReview = { id: string; hiddenReason: null } | { id: null; hiddenReason: string | null }

/** Returns what the visitor may know of their own review of a product, or null. A hidden one is read by its author alone. */
export async function lookUpOwnReview(
  context: Needs<'backends' | 'catalogue' | 'sendCookie' | 'sessions' | 'visitor'>,
  productId: string,
): Promise<OwnReview | null> {
  const { claimedId } = context.visitor
  if (!claimedId) return null
  const id = await findReviewOf(context, productId, claimedId)
  if (id) return { id, hiddenReason: null }
  const shopper = await findShopper(context)
  const own = shopper && (await findOwnReview(shopper, productId))
  return own && { id: null, hiddenReason: own.hidden_reason }
}

const ownReviewSchema = z.object({
  rating: z.number(),
  review_text: z.string(),
  fit: z.enum(FIT_NAMES).nullable(),
  size: z.string().nullable(),
  usual_size: z.string().nullable(),
  hidden_reason: z.string().nullable(),
})
export type OwnReviewFields = Omit<z.infer<typeof ownReviewSchema>, 'hidden_reason'>

/** Returns the shopper's review of a product, or null. */
export async function findOwnReview({ db, id }: Shopper, productId: string) {
  const { data, error } = await db
    .from('product_reviews')
    .select('rating, review_text, fit, size, usual_size, hidden_reason')
    .eq('product_id', productId)
    .eq('user_id', id)
    .maybeSingle()
  if (error) throw new Error(`No own review: ${error.message}`, { cause: error })
  return ownReviewSchema.nullable().parse(data)
}

/** Returns the size of a product that the shopper received last, or null. */
export async function findBoughtSize({ db }: Shopper, productId: string): Promise<string | null> {
  const { data, error } = await db
    .from('order_items')
    .select('selected_size, orders!inner(created_at)')
    .eq('product_id', productId)
    .eq('orders.status', 'Delivered')
    .order('orders(created_at)', { ascending: false })
    .limit(1)
  if (error) throw new Error(`No bought size: ${error.message}`, { cause: error })
  return data[0]?.selected_size ?? null
}

/** Saves a review, after the limits have counted it. A second one of the same shopper replaces the first, whose pictures stay unless there are new ones (A33). */
export async function saveReview(
  context: Needs<'backends' | 'catalogue'>,
  { id }: Shopper,
  product: { id: string; slug: string },
  { rating, text, fit, size, usualSize, images }: Omit<ReviewInput, 'images'> & { images: string[] },
): Promise<void> {
  const reviews = serviceClient(context, 'keep reviews').from('product_reviews')
  const said = { rating, review_text: text, fit: fit ?? null, size: size ?? null, usual_size: usualSize ?? null }
  const inserted = await reviews.insert({ product_id: product.id, user_id: id, ...said, images })
  let { error } = inserted
  if (error?.code === UNIQUE_VIOLATION) {
    const changed = await reviews
      .update({ ...said, ...(images.length > 0 ? { images } : {}) })
      .eq('product_id', product.id)
      .eq('user_id', id)
    error = changed.error
  }
  if (error) throw new Error(`Review not saved: ${error.message}`, { cause: error })
  forgetReviews(context.catalogue, product)
}

/** Deletes the shopper's review and its votes. The database queues its photos for removal. */
export async function deleteReview(
  { catalogue }: Needs<'catalogue'>,
  { db, id }: Shopper,
  product: { id: string; slug: string },
): Promise<void> {
  const { error } = await db.from('product_reviews').delete().eq('product_id', product.id).eq('user_id', id)
  if (error) throw new Error(`Review not deleted: ${error.message}`, { cause: error })
  forgetReviews(catalogue, product)
}

function forgetReviews(catalogue: Needs<'catalogue'>['catalogue'], product: { id: string; slug: string }): void {
  catalogue.forget(`reviews:${product.id}:`)
  catalogue.forget(`product:${product.slug}`)
}

/** Why a review can't be marked as helpful. */
type VoteRefusal = 'own_review' | 'no_such_review'

/** Marks a review as helpful, once per shopper. Returns whether the mark is new. */
export async function markHelpful(
  { catalogue }: Needs<'catalogue'>,
  { db }: Shopper,
  product: { id: string; slug: string },
  review: string,
): Promise<Result<boolean, VoteRefusal>> {
  const { data, error } = await db.rpc('mark_review_helpful', { p_review_id: review })
  const refusal = error && databaseRefusal(error)
  if (refusal === 'own_review' || refusal === 'no_such_review') return refuse(refusal)
  if (error) throw new Error(`Vote not counted: ${error.message}`, { cause: error })
  catalogue.forget(`reviews:${product.id}:`)
  return succeed(data)
}

const FILES = declareBucket('files')
const REVIEW_PHOTOS = 'review-images'

/** Stores a review's photos and returns their paths. Stores none if one is refused. */
export function storePhotos(
  context: Needs<'backends'>,
  files: readonly File[],
): Promise<Result<string[], UploadRefusal>> {
  return storePictures(serviceClient(context, 'keep reviews'), FILES, REVIEW_PHOTOS, files)
}

/** Returns a link to a photo, also of a hidden review, that expires after a minute; null if `db` has no access to it. */
export function linkPhoto(db: Backend, name: string): Promise<string | null> {
  return signFile(db, FILES, `${REVIEW_PHOTOS}/${name}`)
}
