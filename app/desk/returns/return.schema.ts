import { z } from 'zod'
import { whole } from '~/platform/whole-number.schema'
import { readChoice } from '~/returns/exchange-choice'
import { RETURN_REASONS } from '~/returns/return'
import { plain, required, seen, text, tracking, version } from '../form/form-fields'

/** The decisions about a return, with their buttons. */
export const DECISIONS = {
  approved: 'Approve',
  refused: 'Refuse',
  received: 'Received',
  exchanged: 'Exchanged',
  came_back: 'Its parcel came back',
} as const
export type Decision = keyof typeof DECISIONS

/** What the desk does with a return, as steps that can be taken back, in words. */
export const STEP_WORDS = {
  return_approved: DECISIONS.approved,
  return_refused: DECISIONS.refused,
  return_received: DECISIONS.received,
  return_exchanged: DECISIONS.exchanged,
  exchange_sent: 'Sent',
  exchange_back: DECISIONS.came_back,
} as const
type ReturnStep = keyof typeof STEP_WORDS
export const RETURN_STEPS = Object.keys(STEP_WORDS) as ReturnStep[]

export const takeBackReturnSchema = z.object({
  id: z.guid(),
  version,
  reason: required('Please enter the reason.', 300),
})

/** What an exchange costs more, or gives back. */
export const DIFFERENCES = { due: 'The shopper pays', back: 'Goes back to the shopper' } as const
const AMOUNT = 'Please enter an amount in rupees, such as 2499 or 2499.50.'
const rupees = plain(AMOUNT)
  .regex(/^\d{1,9}(\.\d{1,2})?$/, AMOUNT)
  .transform(Number)

export const differenceSchema = z.object({
  id: z.guid(),
  version,
  difference: z.enum(Object.keys(DIFFERENCES) as [keyof typeof DIFFERENCES]),
  amount: rupees,
  reason: required('Please enter the reason.', 300),
})

export const sendExchangeSchema = z.object({
  id: z.guid(),
  number: text(60),
  courier: required('Please enter the courier.', 40),
  tracking: tracking.min(1, 'Please enter its tracking number.'),
})

export const returnSchema = z
  .object({
    id: z.guid(),
    version,
    seen,
    decision: z.enum(Object.keys(DECISIONS) as [Decision, ...Decision[]]),
    answer: text(1_000).optional(),
    /** Rupees; missing for an exchange. */
    amount: rupees.optional(),
  })
  .refine(({ decision, answer }) => decision !== 'refused' || answer, {
    path: ['answer'],
    message: 'Please say why: the shopper gets it by mail.',
  })

/** Returns the names of an item's fields in the form that opens a return. */
export const pieceFields = <Item extends string>(item: Item) =>
  ({ quantity: `quantity-${item}`, instead: `instead-${item}` }) as const

/** Returns the schema of the form that opens a return of an order with these items. */
export function openReturnSchema(items: readonly { id: string; left: number }[]) {
  type PieceField = ReturnType<typeof pieceFields>['quantity' | 'instead']
  const fields = items.flatMap(({ id, left }) => {
    const { quantity, instead } = pieceFields(id)
    return [
      [quantity, whole(0, left).catch(0)],
      [instead, text(200).optional()],
    ]
  })
  return z
    .object({
      requestKey: z.guid(),
      kind: z.enum(['return', 'exchange']),
      reason: z.enum(RETURN_REASONS),
      note: text(1_000).optional(),
      late: text(300).optional(),
    })
    .extend(Object.fromEntries(fields) as Record<PieceField, z.ZodType<unknown>>)
    .transform((given, { addIssue }) => {
      const pieces = items.flatMap(({ id }) => {
        const { quantity, instead } = pieceFields(id)
        const count = Number(given[quantity])
        return count > 0
          ? [{ id, quantity: count, instead: given.kind === 'exchange' ? readChoice(given[instead]) : null }]
          : []
      })
      const [first] = items
      if (pieces.length === 0 && first)
        addIssue({ code: 'custom', path: [pieceFields(first.id).quantity], message: 'Please choose what is returned.' })
      for (const { id, instead } of pieces)
        if (given.kind === 'exchange' && instead === null)
          addIssue({ code: 'custom', path: [pieceFields(id).instead], message: 'Please choose what is sent instead.' })
      return { ...given, pieces }
    })
}
