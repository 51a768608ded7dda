import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireOperator, type Operator } from './access/operator.server'

/** Returns a loader or an action for people at the desk; others are led to the sign-in page. `db` has the operator's rights. */
export function atDesk<Returned>(
  handle: (given: LoaderFunctionArgs & Pick<Operator, 'db'> & { operator: Operator }) => Promise<Returned>,
) {
  return async (given: LoaderFunctionArgs): Promise<Returned> => {
    const operator = await requireOperator(given.context, given.request)
    return handle({ ...given, operator, db: operator.db })
  }
}
