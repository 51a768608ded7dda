import { m } from '~/language/messages'
import { z } from 'zod'
import { whole } from '~/platform/whole-number.schema'
import { FIT_NAMES } from './fit'
import { LONGEST_SIZE } from './review-query'

/** Photos per review (RV-19). A separate module, so that browsers don't load the schema. */
export const MAX_IMAGES = 3

const isFile = (value: unknown): value is File => value instanceof File && value.size > 0

/** A size of the product; one that it doesn't have counts as none (`review-actions.server.ts`). */
const size = z
  .string()
  .max(LONGEST_SIZE)
  .catch('')
  .default('')
  .transform((label) => label || undefined)

/** The review form (RV-17 to RV-24). Empty file fields are left out. */
export const reviewSchema = z.object({
  rating: whole(1, 5, () => m.reviews_select_rating()),
  text: z
    .string({ error: () => m.reviews_write_it() })
    .trim()
    .min(1, { error: () => m.reviews_write_it() })
    .max(2000, { error: () => m.reviews_too_long() }),
  fit: z.enum(FIT_NAMES, { error: () => m.reviews_choose_one() }).optional(),
  size,
  usualSize: size,
  images: z
    .preprocess(
      (value) => [value].flat().filter(isFile),
      z.array(z.instanceof(File)).max(MAX_IMAGES, { error: () => m.reviews_max_images({ max: MAX_IMAGES }) }),
    )
    .default([]),
})
export type ReviewInput = z.infer<typeof reviewSchema>

/** The Helpful button; `from` is the list's query. */
export const helpfulSchema = z.object({ review: z.guid(), from: z.string().max(300).default('') })
