import { z } from 'zod'
import { seen, text, version } from '../form/form-fields'

/** The decisions about a return, with their buttons. */
export const DECISIONS = {
  approved: 'Approve',
  refused: 'Refuse',
  received: 'Received',
  exchanged: 'New size sent',
} as const
export type Decision = keyof typeof DECISIONS

export const returnSchema = z
  .object({
    id: z.guid(),
    version,
    seen,
    decision: z.enum(Object.keys(DECISIONS) as [Decision, ...Decision[]]),
    answer: text(1_000).optional(),
    /** Rupees; missing for an exchange. */
    amount: z
      .string()
      .trim()
      .regex(/^\d{1,9}(\.\d{1,2})?$/, 'Please enter an amount in rupees, such as 2499 or 2499.50.')
      .transform(Number)
      .optional(),
  })
  .refine(({ decision, answer }) => decision !== 'refused' || answer, {
    path: ['answer'],
    message: 'Please say why: the shopper gets it by mail.',
  })
