import { refuse, succeed, type Result } from '~/platform/result'
import { databaseRefusal } from '~/platform/supabase/refusals.server'

const REFUSALS = {
  not_operator: 'Your session at the desk has ended. Please sign in again.',
  not_fresh: 'This needs a code younger than ten minutes.',
  no_such_order: 'There is no such order any more.',
  changed_meanwhile: 'Somebody changed it meanwhile. This page shows it as it is now; please look, and try again.',
  status_not_allowed: 'That can’t be done in its present state.',
  sold_out: 'Something in it is sold out.',
  no_such_refund: 'There is no such refund.',
  already_refunded: 'This refund is recorded already.',
  invalid_reference: 'Please enter the number of the transfer.',
  no_such_return: 'There is no such return.',
  invalid_amount: 'This amount is more than the order cost.',
  no_such_conversation: 'There is no such conversation any more.',
  invalid_message: 'Please enter a message, with at most six options of at most 80 characters.',
  no_such_review: 'There is no such review any more.',
  invalid_reason: 'Please enter a reason of at most 300 characters.',
  not_at_desk: 'This person can’t use the desk any more.',
  not_manager: 'Only managers do this.',
  no_such_person: 'This person has no role at the desk any more.',
  own_role: 'Your own role is taken away by somebody else, so that the shop keeps a manager.',
} satisfies Record<string, string>
type Refusal = keyof typeof REFUSALS

const isRefusal = (token: string): token is Refusal => Object.hasOwn(REFUSALS, token)

/** Returns the result of a change, in words for the operator if it was refused. Throws if the database failed. */
export function resultOf(error: { code?: string; message: string } | null): Result<null, string> {
  if (!error) return succeed(null)
  const token = databaseRefusal(error)
  if (token !== null && isRefusal(token)) return refuse(REFUSALS[token])
  throw new Error(`Not changed: ${error.message}`, { cause: error })
}
