import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { moment, tick, version } from '../form-fields'

const PLACE_WORDS = 'Please enter the place as a number from 0 to 999.'
const place = z
  .string({ error: PLACE_WORDS })
  .trim()
  .regex(/^\d{1,3}$/, PLACE_WORDS)
  .transform(Number)

const words = (asked: string, max: number) => z.string({ error: asked }).trim().min(1, asked).max(max, tooLong(max))
const title = words('Please enter the text.', 160)

export const newBannerSchema = z.object({ kind: z.enum(['announcement', 'slide', 'band']), title })

export const bannerFormSchema = z
  .object({
    version,
    title,
    description: z.string().trim().max(300, tooLong(300)).default(''),
    link: z
      .string()
      .trim()
      .max(300, tooLong(300))
      .regex(/^\/(?![/\\])[^\\\s\p{Cc}]*$/u, 'Please enter an address within the shop, such as /on-sale.')
      .optional(),
    button: z.string().trim().max(40, tooLong(40)).optional(),
    /** The address of a picture that the shop has. */
    picture: z.string().max(300).optional(),
    /** A picture to upload instead. */
    file: z.preprocess(
      (value) => (value instanceof File && value.size > 0 ? value : undefined),
      z.instanceof(File).optional(),
    ),
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
export type BannerForm = z.output<typeof bannerFormSchema>

/** The form that removes a banner. */
export const removalSchema = z.object({ version })

const text = words('Please enter what the customer says.', 500)
const customerName = z.string().trim().max(80, tooLong(80)).optional()

export const newTestimonialSchema = z.object({ review_text: text, customer_name: customerName })

export const testimonialFormSchema = z.object({
  version,
  review_text: text,
  customer_name: customerName,
  /** Stars. */
  rating: z.coerce.number({ error: 'Please choose 1 to 5 stars.' }).int().min(1).max(5),
  display_order: place,
  is_active: tick,
})
export type TestimonialForm = z.output<typeof testimonialFormSchema>

const VALUE_WORDS = 'Please enter a whole number from 0.'

export const statisticSchema = z
  .object({
    key: z.string().max(40),
    version,
    label: words('Please enter the words.', 80),
    counts: z.enum(['products', 'colors']).optional(),
    value: z
      .string()
      .trim()
      .regex(/^\d{1,9}$/, VALUE_WORDS)
      .transform(Number)
      .optional(),
  })
  .refine(({ counts, value }) => counts !== undefined || value !== undefined, { path: ['value'], message: VALUE_WORDS })
export type StatisticForm = z.output<typeof statisticSchema>
