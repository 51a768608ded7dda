import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { endAlerts } from './restock.server'
import { endAlertsSchema } from './restock.schema'

/** Mail programs post here when somebody ends these mails (RFC 8058). They send no origin, and the link is all they know. */
export const handle = { isWebhook: true }

const linkOf = (request: Request) => new URL(request.url).searchParams

/** Mail programs that don't post open the link. */
export const loader = ({ request }: LoaderFunctionArgs) => redirect(`/back-in-stock/end?${linkOf(request)}`)

export async function action({ request, context }: ActionFunctionArgs) {
  const link = endAlertsSchema.safeParse(Object.fromEntries(linkOf(request)))
  if (!link.success) return new Response(null, { status: 400 })
  await endAlerts(context, link.data.alert)
  return new Response(null, { status: 200 })
}
