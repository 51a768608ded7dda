import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { seenField } from '../audit/seen.schema'

export const refundSchema = z.object({
  id: z.guid(),
  /** The number of the order, under which the record of changes names the refund; missing if the order is gone. */
  order: z.string().max(40).optional(),
  seen: seenField,
  reference: z
    .string({ error: 'Please enter the number of the transfer.' })
    .trim()
    .min(1, 'Please enter the number of the transfer.')
    .max(100, tooLong(100)),
})
