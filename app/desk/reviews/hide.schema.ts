import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { version } from '../form-fields'

const MAX_REASON_LENGTH = 300

/** A review, and the version that the form was made from. */
const mark = { id: z.guid(), version }

export const hideSchema = z.object({
  ...mark,
  /** The shopper who wrote the review reads it. */
  reason: z
    .string({ error: 'Please enter the reason.' })
    .trim()
    .min(1, 'Please enter the reason.')
    .max(MAX_REASON_LENGTH, tooLong(MAX_REASON_LENGTH)),
})

export const showSchema = z.object(mark)
