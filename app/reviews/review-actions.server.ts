import { findShopper, type RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused, tooMany, withoutFiles } from '~/platform/http/forms.server'
import { describeError } from '~/platform/log.server'
import { keyOf } from '~/platform/rate-limits.server'
import { readPicture, storePicture, UploadRefused, UPLOADS } from '~/platform/supabase/uploads.server'
import { REVIEWS } from './limits.server'
import { reviewsUrl } from './review-query'
import { ReviewForm } from './review.schema'
import { saveReview } from './reviews.server'

interface Reviewed {
  id: string
  slug: string
}

/** Writes the posted review of a product, with its pictures; a second one of the same shopper takes the first's place. */
export async function writeReview(context: RequestContext, product: Reviewed, fields: FormData) {
  const form = await parseForm(fields, ReviewForm)
  const reply = withoutFiles(form)
  const shopper = await findShopper(context)
  if (!shopper) return refused(reply, 'You must be logged in to write a review', 401)
  if (!form.ok) return invalid(reply)
  const wait =
    (await context.limits.take(REVIEWS, keyOf.shopper(shopper))) ??
    (form.value.images.length > 0 ? await context.limits.take(UPLOADS, keyOf.shopper(shopper)) : null)
  if (wait !== null) return tooMany(reply, wait)
  let images: string[]
  try {
    const pictures = await Promise.all(form.value.images.map(readPicture))
    images = await Promise.all(pictures.map((picture) => storePicture(shopper.db, 'review-images', picture)))
  } catch (error) {
    if (error instanceof UploadRefused) return refused(reply, `Failed to upload images: ${error.message}`, 400)
    context.log.error({ event: 'review pictures not stored', requestId: context.requestId, ...describeError(error) })
    return refused(reply, 'Failed to upload images', 503)
  }
  try {
    await saveReview(context, shopper, product, { ...form.value, images })
  } catch (error) {
    context.log.error({ event: 'review not saved', requestId: context.requestId, ...describeError(error) })
    return refused(reply, 'Failed to submit review', 503)
  }
  const done = images.length > 0 ? 'Images uploaded successfully. ' : ''
  return context.flashes.success(
    reviewsUrl(product.slug, { sort: 'latest', count: 0 }),
    `${done}Review submitted successfully!`,
  )
}
