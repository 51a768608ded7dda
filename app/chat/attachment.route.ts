import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { requireShopper } from '~/platform/context.server'
import { signAttachment } from './messages.server'

/** Redirects to the file of a message in storage; the signed link expires after a minute (A48). */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const id = z.guid().safeParse(params.message)
  const link = id.success ? await signAttachment(shopper, id.data) : null
  return link ? redirect(link) : new Response('Not found', { status: 404 })
}
