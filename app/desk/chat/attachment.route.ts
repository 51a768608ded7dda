import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { requireOperator } from '../access/operator.server'
import { signDeskAttachment } from './talks.server'

/** Redirects to the file of a message in storage; the signed link expires after a minute. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const id = z.guid().safeParse(params.id)
  const link = id.success ? await signDeskAttachment(operator, id.data) : null
  return link ? redirect(link) : new Response('Not found', { status: 404 })
}
