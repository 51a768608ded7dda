import { z } from 'zod'
import { required, seen } from '../form/form-fields'

export const refundSchema = z.object({
  id: z.guid(),
  /** The number of the order, under which the record of changes names the refund; missing if the order is gone. */
  order: z.string().max(40).optional(),
  seen,
  reference: required('Please enter the number of the transfer.', 100),
})
