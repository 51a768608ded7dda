import { findShopper, type RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused, tooMany, withoutFiles } from '~/platform/http/forms.server'
import { attempt } from '~/platform/attempt.server'
import { keyOf } from '~/platform/rate-limits.server'
import { succeed, type Result } from '~/platform/result'
import type { Shopper } from '~/platform/supabase/session.server'
import { readPicture, storePicture, UPLOADS, type UploadRefusal } from '~/platform/supabase/uploads.server'
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
  const stored = await attempt(context, 'review pictures not stored', () => storePictures(shopper, form.value.images))
  if (!stored) return refused(reply, 'Failed to upload images', 503)
  if (!stored.ok) return refused(reply, `Failed to upload images: ${stored.refusal.message}`, 400)
  const images = stored.value
  const saved = await attempt(context, 'review not saved', () =>
    saveReview(context, shopper, product, { ...form.value, images }),
  )
  if (saved === null) return refused(reply, 'Failed to submit review', 503)
  const done = images.length > 0 ? 'Images uploaded successfully. ' : ''
  return context.flashes.success(
    reviewsUrl(product.slug, { sort: 'latest', count: 0 }),
    `${done}Review submitted successfully!`,
  )
}

/** Stores the pictures of a review and returns their paths. Stores none if one of them is refused. */
async function storePictures({ db }: Shopper, files: File[]): Promise<Result<string[], UploadRefusal>> {
  const pictures: Buffer[] = []
  for (const picture of await Promise.all(files.map(readPicture))) {
    if (!picture.ok) return picture
    pictures.push(picture.value)
  }
  return succeed(await Promise.all(pictures.map((picture) => storePicture(db, 'review-images', picture))))
}
