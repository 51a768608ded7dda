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
