import { z } from 'zod'
import { moment, required, text, tick, upload, version } from '../form/form-fields'
import { COUNTED_NAMES } from './banner-kinds'

const PLACE_WORDS = 'Please enter the place as a number from 0 to 999.'
const place = z
  .string({ error: PLACE_WORDS })
  .trim()
  .regex(/^\d{1,3}$/, PLACE_WORDS)
  .transform(Number)

const title = required('Please enter the text.', 160)

export const newBannerSchema = z.object({ kind: z.enum(['announcement', 'slide', 'band']), title })

export const bannerFormSchema = z
  .object({
    version,
    title,
    description: text(300).default(''),
    link: text(300)
      .regex(/^\/(?![/\\])[^\\\s\p{Cc}]*$/u, 'Please enter an address within the shop, such as /on-sale.')
      .optional(),
    button: text(40).optional(),
    /** The address of a picture that the shop has. */
    picture: z.string().max(300).optional(),
    /** Instead of it. */
    file: upload,
    /** Local times in Pakistan. */
    begins: moment,
    ends: moment,
    display_order: place,
    is_active: tick,
  })
  .refine(({ begins, ends }) => !begins || !ends || begins < ends, {
    path: ['ends'],
    message: 'It must end after it begins.',
  })

export const testimonialFormSchema = z.object({
  version,
  review_text: required('Please enter what the customer says.', 500),
  customer_name: text(80).optional(),
  /** Stars. */
  rating: z.coerce.number({ error: 'Please choose 1 to 5 stars.' }).int().min(1).max(5),
  display_order: place,
  is_active: tick,
})

export const newTestimonialSchema = testimonialFormSchema.pick({ review_text: true, customer_name: true })

const VALUE_WORDS = 'Please enter a whole number from 0.'

export const statisticSchema = z
  .object({
    key: z.string().max(40),
    version,
    label: required('Please enter the words.', 80),
    counts: z.enum(COUNTED_NAMES).optional(),
    value: z
      .string()
      .trim()
      .regex(/^\d{1,9}$/, VALUE_WORDS)
      .transform(Number)
      .optional(),
  })
  .refine(({ counts, value }) => counts !== undefined || value !== undefined, { path: ['value'], message: VALUE_WORDS })
