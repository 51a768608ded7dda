import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { endSubscription } from './newsletter.server'
import { readLink } from './subscription-link.server'

/** Mail programs post here when somebody ends the newsletter (RFC 8058). They send no origin, and the link is all they know. */
export const handle = { isWebhook: true }

const linkOf = (request: Request) => new URL(request.url).searchParams

/** Mail programs that don't post open the link. */
export const loader = ({ request }: LoaderFunctionArgs) => redirect(`/newsletter/end?${linkOf(request)}`)

export async function action({ request, context }: ActionFunctionArgs) {
  const link = readLink(context.settings, 'end', Object.fromEntries(linkOf(request)))
  if (!link) return new Response(null, { status: 400 })
  await endSubscription(context, link.subscription)
  return new Response(null, { status: 200 })
}
