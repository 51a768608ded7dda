import type { ActionFunctionArgs } from '@remix-run/node'
import { receiveNotification } from './notification.server'

/** The payment provider's server posts here: no origin to check, and a small body. */
export const handle = { isWebhook: true }

const text = (status: number, body: string) =>
  new Response(body, { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' } })

export const loader = () => new Response('POST only', { status: 405, headers: { Allow: 'POST' } })

/** The payment provider says how a payment went. */
export async function action({ request, context }: ActionFunctionArgs) {
  if (request.method !== 'POST') return new Response('POST only', { status: 405, headers: { Allow: 'POST' } })
  if (!request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded'))
    return text(415, 'A form is expected')
  const { status, verdict } = await receiveNotification(context, await request.text())
  context.log[status === 200 ? 'info' : 'error']({
    event: 'payment notification',
    requestId: context.requestId,
    verdict,
    status,
  })
  return text(status, verdict)
}
