import { z } from 'zod'
import { tick, version } from '../form/form-fields'

const RUPEES = /^\d{1,6}(\.\d{1,2})?$/
const FREE_WORDS = 'Please enter a value in rupees above zero, or nothing.'
const days = z.coerce.number({ error: 'Please enter a number of days.' }).int().min(0).max(60)

export const deliverySchema = z
  .object({
    country: z.string().max(40),
    version,
    is_served: tick,
    /** Rupees. */
    fee: z
      .string({ error: 'Please enter a price in rupees.' })
      .trim()
      .regex(RUPEES, 'Please enter a price in rupees, such as 150 or 150.50.')
      .transform(Number),
    /** Rupees; missing for never. */
    free_from: z
      .string()
      .trim()
      .regex(RUPEES, FREE_WORDS)
      .transform(Number)
      .refine((rupees) => rupees > 0, FREE_WORDS)
      .optional(),
    /** Business days. */
    first_day: days,
    last_day: days,
  })
  .refine(({ first_day: first, last_day: last }) => first <= last, {
    path: ['last_day'],
    message: 'The last day can’t be before the first.',
  })
