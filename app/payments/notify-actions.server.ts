import type { ActionFunctionArgs } from '@remix-run/node'
import { MINUTE, SECOND } from '~/platform/time'
import { findProvider, receiveNotification } from './notification.server'

const FORM = ['application/x-www-form-urlencoded']

const text = (status: number, body: string) =>
  new Response(body, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      ...(status === 503 ? { 'Retry-After': String((10 * MINUTE) / SECOND) } : {}),
    },
  })

export function postOnly(): Response {
  return new Response('POST only', { status: 405, headers: { Allow: 'POST' } })
}

export async function takeNotification(
  { request, context }: Pick<ActionFunctionArgs, 'request' | 'context'>,
  provider: string,
): Promise<Response> {
  if (request.method !== 'POST') return postOnly()
  const type = request.headers.get('content-type') ?? ''
  const types = findProvider(context, provider)?.contentTypes ?? FORM
  if (!types.some((known) => type.startsWith(known))) return text(415, 'A form is expected')
  const { status, verdict } = await receiveNotification(context, provider, await request.text())
  context.log[status === 200 ? 'info' : 'error']({
    event: 'payment notification',
    requestId: context.requestId,
    provider,
    verdict,
    status,
  })
  return text(status, verdict)
}
