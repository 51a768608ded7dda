import { z } from 'zod'
import { required, seen, text, tick, version } from '../form/form-fields'
import { ORDER_ACTIONS } from './order-actions'

export const changeSchema = z.object({
  intent: z.enum(ORDER_ACTIONS),
  version,
  seen,
  note: text(300).optional(),
  tracking: text(60).optional(),
  /** Whether the order is shipped although a step is missing. */
  sure: tick,
})

export const takeBackSchema = z.object({ version, reason: required('Please enter the reason.', 300) })
