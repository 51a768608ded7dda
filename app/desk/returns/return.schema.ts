import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { seenField } from '../audit/seen.schema'
import { version } from '../form-fields'

/** The decisions about a return, with their buttons. */
export const DECISIONS = {
  approved: 'Approve',
  refused: 'Refuse',
  received: 'Received',
  exchanged: 'New size sent',
} as const
export type Decision = keyof typeof DECISIONS

export const returnSchema = z.object({
  id: z.guid(),
  version,
  seen: seenField,
  decision: z.enum(Object.keys(DECISIONS) as [Decision, ...Decision[]]),
  answer: z.string().trim().max(1_000, tooLong(1_000)).optional(),
  /** Rupees; missing for an exchange. */
  amount: z
    .string()
    .trim()
    .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Please enter an amount in rupees, such as 2499 or 2499.50.')
    .transform(Number)
    .optional(),
})
export type ReturnDecision = z.output<typeof returnSchema>
