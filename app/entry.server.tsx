import type { AppLoadContext, EntryContext } from '@remix-run/node'
import { describeError } from './platform/log.server'
import { googleOrigin } from './account/sign-in/authenticator.server'
import { readCatalogueVersion } from './catalog/catalog.server'
import { startDiscountRounds } from './catalog/discount-rounds.server'
import { currentLanguage } from './language/current'
import { m } from './language/messages'
import { LIVE_MESSAGES } from './chat/live/live.server'
import { mayGuestsOrder } from './cart/guests.server'
import { checkContactInfo } from './contact/contact-info.server'
import { checkWrittenPages } from './content/written-pages.server'
import { hydrationScript, renderDocument } from './platform/remix/render-document.server'
import { bufferResponse } from './platform/http/response/encoding.server'
import { hasFiles, textsOf } from './platform/http/forms.server'
import { RETRY_AFTER_SECONDS, hadOutage } from './platform/supabase/backend-fetch.server'
import type { Rooms } from './platform/http/rooms.server'
import { createShopServer as createServer, type ShopOptions, type ShopServer } from './platform/http/server.server'
import { FunnelCounts } from './funnel/funnel-counts.server'
import { startFunnelRounds } from './funnel/funnel-rounds.server'
import { viewOf } from './funnel/product-views'
import { startCourierRounds } from './couriers/ask-couriers.server'
import { startMailRounds } from './mails/rounds.server'
import { openPayments, paymentOrigins } from './payments/providers.server'
import { isDesk, isHiddenDesk } from './desk/access/door.server'
import {
  checkDeployment as checkShop,
  problemsOfFolder,
  startedWith,
  type Deployment,
} from './shell/process/deployment.server'
import { fillRendered, placesOf } from './shell/places.server'
import { PREFETCH_RULES } from './shell/prefetch-rules'
import { readFigures } from './shell/process/figures.server'
import { checkBackend } from './shell/process/readiness.server'
import { withReference } from './ui/error-page'
import { type Posted, PostedForm } from './ui/try-again'
import type { PageHandle } from './ui/page-handle'

export { changeOperator } from './desk/access/operators.server'
export { removeUnusedFiles } from './account/deletion.server'
export { runCouriers } from './couriers/ask-couriers.server'
export { runMails } from './mails/rounds.server'
export { listOrdersToConfirm } from './orders/confirm-order.server'
export { listRefundsDue } from './payments/refunds-due.server'
export { flagStalePayments } from './payments/stale-payments.server'
export { ConfigurationError, readSettings } from './platform/env.server'
export { streamTimeout } from './platform/remix/render-document.server'
export { listOpenReturns } from './returns/open-returns.server'
export { sendStockMails } from './restock/stock-mails.server'

export function checkDeployment(): Promise<Deployment> {
  return checkShop(async (backends) => {
    const texts = await checkWrittenPages(backends)
    return [...texts, ...(await checkContactInfo(backends).catch(() => []))]
  }, mayGuestsOrder)
}

const ROOMS: Omit<Rooms, 'services'> = {
  policy: (settings) => ({
    formTargets: { google: [googleOrigin(settings)], payments: paymentOrigins(settings) },
    inlineScripts: [PREFETCH_RULES],
    reportPath: '/csp-report',
  }),
  liveTable: LIVE_MESSAGES,
  readCatalogueVersion,
  readFigures,
  checkBackend,
  countResponse: ({ services }, incoming, status) => {
    const step = viewOf(incoming, status)
    if (step) services.funnel.count(step)
  },
  isHidden: isHiddenDesk,
  isEnglish: isDesk,
  placesOf,
}

/** Creates the shop's HTTP server. `services` replaces the payment providers of the settings, for tests. */
export function createShopServer({
  services = openPayments,
  ...options
}: ShopOptions & { services?: typeof openPayments }): ShopServer {
  const server = createServer(options, {
    ...ROOMS,
    services: (settings, log) => ({ ...services(settings, log), funnel: new FunnelCounts() }),
  })
  const { log, settings } = server.shop
  for (const message of problemsOfFolder(settings)) log.warn({ event: 'cache folder not written', message })
  server.server.once('listening', () => log.info(startedWith(settings, server.server.address())))
  startMailRounds(server.shop)
  startCourierRounds(server.shop)
  startDiscountRounds(server.shop)
  startFunnelRounds(server.shop)
  return server
}

/** Renders a page, with its scripts and what it shows of a known visitor. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  visit: AppLoadContext,
): Promise<Response> {
  const { requestId, isLite, route } = visit
  const handle = context.staticHandlerContext.matches.at(-1)?.route.handle as PageHandle | undefined
  const isPlain = isLite || (route.hasOwnLayout && !handle?.hasAreas)
  const tail = isPlain ? '' : hydrationScript(context, currentLanguage()) + prefetchRules(handle)
  const posted = postedForm(request, visit.form)
  const document = await renderDocument(context, request.url, (tree) => (
    <PostedForm.Provider value={posted}>{tree}</PostedForm.Provider>
  ))
  const html = await fillRendered(document, visit, request)
  headers.set('Content-Type', 'text/html; charset=utf-8')
  headers.set('Content-Language', currentLanguage())
  const isRefusedForm = context.staticHandlerContext.actionData !== null && status >= 400
  const titled = isRefusedForm ? html.replace(/(?<=<title>)[^<]*/, (title) => m.ui_error_in_title({ title })) : html
  const end = titled.lastIndexOf('</body>')
  const page = `<!DOCTYPE html>${titled.slice(0, end)}${tail}${titled.slice(end)}`
  const isOutage = status === 503 || visit.lacksMain() || (status === 500 && hadOutage())
  if (isOutage) headers.set('Retry-After', RETRY_AFTER_SECONDS)
  return bufferResponse(withReference(page, requestId), { status: isOutage ? 503 : status, headers })
}

function postedForm({ method, url }: Request, form: FormData): Posted | null {
  if (method !== 'POST') return null
  const { pathname, search } = new URL(url)
  return { action: pathname + search, fields: textsOf(form), hasFiles: hasFiles(form) }
}

/**
 * Returns the prefetch rules (shell/prefetch-rules.ts) of a page that is the same for everybody. Personal pages have none: their
 * data may change before a prefetched page is opened.
 */
function prefetchRules(handle: PageHandle | undefined): string {
  return handle?.cachedBy ? `<script type="speculationrules">${PREFETCH_RULES}</script>` : ''
}

export function handleError(error: unknown, { context }: { context: AppLoadContext }): void {
  context.log.error({ event: 'request failed', requestId: context.requestId, ...describeError(error) })
}
