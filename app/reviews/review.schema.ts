import { z } from 'zod'
import { FIT_NAMES } from './fit'
import { MAX_IMAGES } from './review-images'

const isFile = (value: unknown): value is File => value instanceof File && value.size > 0

/** The review form (RV-17 to RV-24). Empty file fields are left out. */
export const reviewSchema = z.object({
  rating: z.coerce
    .number({ error: 'Please select a rating' })
    .int('Please select a rating')
    .min(1, 'Please select a rating')
    .max(5, 'Please select a rating'),
  text: z
    .string({ error: 'Please write your review' })
    .trim()
    .min(1, 'Please write your review')
    .max(2000, 'Please keep your review under 2000 characters'),
  fit: z.enum(FIT_NAMES, 'Please choose one.').optional(),
  images: z
    .preprocess(
      (value) => [value].flat().filter(isFile),
      z.array(z.instanceof(File)).max(MAX_IMAGES, `You can upload a maximum of ${MAX_IMAGES} images`),
    )
    .default([]),
})
export type ReviewInput = z.infer<typeof reviewSchema>

/** The Helpful button; `from` is the list's query. */
export const helpfulSchema = z.object({ review: z.guid(), from: z.string().max(300).default('') })
