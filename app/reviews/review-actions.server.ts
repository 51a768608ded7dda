import { m } from '~/language/messages'
import { findShopper, redirectTo, type RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused, tooMany, withoutFiles } from '~/platform/http/forms.server'
import { attempt } from '~/platform/attempt.server'
import { keyOf } from '~/platform/rate-limits.server'
import { returnUpload, takeUpload } from '~/platform/supabase/uploads.server'
import { loginUrl } from '~/account/login-url'
import { REVIEWS } from './limits.server'
import { storePhotos, deleteReview, saveReview, markHelpful } from './reviews.server'
import { parseReviewQuery, reviewsUrl } from './review-query'
import { helpfulSchema, reviewSchema } from './review.schema'

interface ReviewedProduct {
  id: string
  slug: string
  variants: readonly { label: string }[]
}

/** The changes that a form can make to reviews, by its `intent`; the review form itself has none. */
export const reviewActions = { write, delete: remove, helpful }

/** Saves the posted review with its pictures; it replaces an earlier one of the same shopper. */
async function write(context: RequestContext, product: ReviewedProduct, fields: FormData) {
  const form = await parseForm(fields, reviewSchema)
  const reply = withoutFiles(form)
  const shopper = await findShopper(context)
  if (!shopper) return refused(reply, m.reviews_log_in_to_write(), 401)
  if (!form.ok) return invalid(reply)
  const hasImages = form.value.images.length > 0
  const wait =
    (await context.limits.take(REVIEWS, keyOf.shopper(shopper))) ??
    (hasImages ? await takeUpload(context.limits, shopper) : null)
  if (wait !== null) return tooMany(reply, wait)
  const stored = await attempt(context, 'review pictures not stored', () => storePhotos(context, form.value.images))
  if (!stored?.ok) {
    // Undo the counts: a photo in the wrong format is no abuse.
    await context.limits.giveBack(REVIEWS, keyOf.shopper(shopper))
    await returnUpload(context.limits, shopper)
    return stored
      ? refused(reply, m.reviews_upload_refused({ reason: stored.refusal.message }), 400)
      : refused(reply, m.reviews_upload_failed(), 503)
  }
  const images = stored.value
  const sizeOf = (said: string | undefined) => product.variants.find(({ label }) => label === said)?.label
  const [size, usualSize] = [sizeOf(form.value.size), sizeOf(form.value.usualSize)]
  const saved = await attempt(context, 'review not saved', () =>
    saveReview(context, shopper, product, { ...form.value, size, usualSize, images }),
  )
  if (saved === null) return refused(reply, m.reviews_failed_to_submit(), 503)
  const done = images.length > 0 ? m.reviews_done_with_images() : m.reviews_done()
  return context.flashes.success(reviewsUrl(product.slug), done)
}

async function remove(context: RequestContext, product: ReviewedProduct) {
  const shopper = await findShopper(context)
  if (!shopper) return redirectTo(loginUrl(reviewsUrl(product.slug)))
  const deleted = await attempt(context, 'review not deleted', () => deleteReview(context, shopper, product))
  const back = reviewsUrl(product.slug)
  return deleted === null
    ? context.flashes.error(back, m.reviews_not_deleted())
    : context.flashes.success(back, m.reviews_deleted())
}

/** Marks another shopper's review as helpful; asks guests to log in. */
async function helpful(context: RequestContext, product: ReviewedProduct, fields: FormData) {
  const form = await parseForm(fields, helpfulSchema)
  const back = reviewsUrl(product.slug, parseReviewQuery(new URLSearchParams(form.ok ? form.value.from : '')))
  if (!form.ok) return redirectTo(back)
  const shopper = await findShopper(context)
  if (!shopper) return context.flashes.info(loginUrl(back), m.reviews_log_in_to_vote())
  const { review } = form.value
  const marked = await attempt(context, 'vote not counted', () => markHelpful(context, shopper, product, review))
  if (!marked) return context.flashes.error(back, m.reviews_no_vote_now())
  if (!marked.ok) {
    const isOwn = marked.refusal === 'own_review'
    return context.flashes.info(back, isOwn ? m.reviews_own() : m.reviews_gone())
  }
  return marked.value
    ? context.flashes.success(back, m.reviews_voted())
    : context.flashes.info(back, m.reviews_voted_before())
}
