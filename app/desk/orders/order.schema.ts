import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { seenField } from '../audit/seen.schema'
import { version } from '../form-fields'
import { ORDER_ACTIONS } from './order-actions'

export const changeSchema = z.object({
  intent: z.enum(ORDER_ACTIONS),
  /** The version that the form was made from. */
  version,
  seen: seenField,
  note: z.string().trim().max(300, tooLong(300)).optional(),
  tracking: z.string().trim().max(60, tooLong(60)).optional(),
})
