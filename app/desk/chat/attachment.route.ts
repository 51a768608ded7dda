import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { requireOperator } from '../access/operator.server'
import { found, idOf } from '../desk-page'
import { signDeskAttachment } from './talks.server'

/** Redirects to the file of a message in storage; the signed link expires after a minute. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  return redirect(found(await signDeskAttachment(operator, idOf(params))))
}
