import { z } from 'zod'
import { tooLong } from '~/platform/text'

export const refundSchema = z.object({
  id: z.guid(),
  reference: z
    .string({ error: 'Please enter the number of the transfer.' })
    .trim()
    .min(1, 'Please enter the number of the transfer.')
    .max(100, tooLong(100)),
})
