import { PassThrough } from 'node:stream'
import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { RemixServer } from '@remix-run/react'
import { renderToPipeableStream } from 'react-dom/server'
import { describeError } from './platform/log.server'
import { googleOrigin } from './account/google-start.server'
import { lateReact } from './platform/hydration/hydration-data.server'
import { createShopServer as createServer, type ShopOptions, type ShopServer } from './platform/http/server.server'
import { Payfast, payfastOrigins } from './payments/payfast-provider.server'
import { checkBackend } from './shell/readiness.server'
import { REQUEST_ID_HERE } from './shell/trouble'

export { flagStalePayments } from './payments/stale-payments.server'
export { ConfigurationError, readSettings } from './platform/env.server'

type Injected = 'services' | 'formTargets' | 'checkBackend'

/** Creates the shop's HTTP server, with PayFast unless another payment provider is given. */
export function createShopServer(
  options: Omit<ShopOptions, Injected> & Partial<Pick<ShopOptions, 'services'>>,
): ShopServer {
  return createServer({
    services: (settings, log) => ({ payments: new Payfast(settings, log) }),
    formTargets: (settings) => [...payfastOrigins(settings), googleOrigin(settings)],
    checkBackend,
    ...options,
  })
}

/** How long Remix waits for a loader's promise. */
export const streamTimeout = 5_000

/** The whole page at once: what is streamed later stays invisible without JavaScript. */
function render(context: EntryContext, url: string, onError: (error: unknown) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <RemixServer context={context} url={url} abortDelay={streamTimeout} />,
      {
        onAllReady() {
          clearTimeout(timeout)
          const body = new PassThrough()
          const chunks: Buffer[] = []
          body.on('data', (chunk: Buffer) => chunks.push(chunk))
          body.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
          pipe(body)
        },
        onShellError: reject,
        onError,
      },
    )
    const timeout = setTimeout(abort, streamTimeout + 1_000).unref()
  })
}

/** Answers a request for a page. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { log, requestId }: AppLoadContext,
): Promise<Response> {
  const tail = await lateReact(context)
  let outcome = status
  const html = await render(context, request.url, (error) => {
    outcome = 500
    log.error({ event: 'render failed', requestId, ...describeError(error) })
  })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const isRefusedForm = context.staticHandlerContext.actionData !== null && outcome >= 400
  const titled = isRefusedForm ? html.replace('<title>', '<title>Error: ') : html
  const end = titled.lastIndexOf('</body>')
  const page = titled.slice(0, end) + tail + titled.slice(end)
  const body = outcome >= 500 ? page.replaceAll(REQUEST_ID_HERE, requestId) : page
  return new Response(body, { status: outcome, headers })
}

/** Logs what a loader or action threw. */
export function handleError(error: unknown, { context }: { context: AppLoadContext }): void {
  context.log.error({ event: 'request failed', requestId: context.requestId, ...describeError(error) })
}
