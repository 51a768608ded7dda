import { escapeHtml, page } from '../html.ts'
import { airwayBills } from './airway-bills.ts'
import { CITIES, problemOf, statusOf, STEPS, type Parcel, type PostexMerchant } from './parcel.ts'

export const PATH = '/services/integration/api/order'

const done = (dist: unknown, message = 'SUCCESSFULLY OPERATED') =>
  Response.json({ statusCode: '200', statusMessage: message, dist })
/** It responds 200 also when it refuses. */
const refuse = (statusCode: string, message: string) => Response.json({ statusCode, statusMessage: message })

/** What goes wrong with the next calls of a path, for tests. `lost`: the call is carried out, and its answer doesn't come. */
interface Fault {
  path: string
  kind: 'lost' | 'silent' | 'unavailable' | 'unreadable' | 'limited'
  times: number
}

/**
 * Returns a stand-in for PostEx's merchant API. Where the documentation is vague it is the worst case: it takes the same reference twice, and
 * lists a parcel among all of them only once it was picked up. `PATH/parcels` shows the parcels, and buttons that move them on.
 */
export function postex(merchant: PostexMerchant): (request: Request) => Promise<Response> {
  const parcels = new Map<string, Parcel>()
  const faults: Fault[] = []

  async function create(request: Request): Promise<Response> {
    const asked = (await request.json().catch(() => null)) as Record<string, unknown> | null
    const problem = problemOf(asked, merchant)
    if (problem || !asked) return refuse('400', problem ?? 'INVALID REQUEST')
    const trackingNumber = `CX-${String(10_000_000_000 + parcels.size)}`
    parcels.set(trackingNumber, { asked, trackingNumber, booked: new Date().toISOString(), step: 0 })
    return done(
      { trackingNumber, orderStatus: 'UnBooked', orderDate: new Date().toISOString() },
      'ORDER HAS BEEN CREATED',
    )
  }

  async function cancel(request: Request): Promise<Response> {
    const { trackingNumber = '' } = (await request.json().catch(() => ({}))) as { trackingNumber?: string }
    const parcel = parcels.get(trackingNumber)
    if (!parcel) return refuse('404', 'INVALID TRACKING NUMBER')
    if (parcel.step !== 0) return refuse('400', 'ORDER CAN NOT BE CANCELLED')
    parcel.step = 'cancelled'
    return done(null)
  }

  function track(numbers: string[]): Response {
    const rows = numbers.map((trackingNumber) => {
      const parcel = parcels.get(trackingNumber)
      return parcel
        ? { trackingNumber, trackingResponse: statusOf(parcel), message: 'SUCCESSFULLY OPERATED' }
        : { trackingNumber, message: 'NOT FOUND' }
    })
    return done(rows)
  }

  function bills(numbers: string[]): Response {
    const found = numbers.flatMap((number) => parcels.get(number) ?? [])
    if (found.length === 0 || found.length < numbers.length || numbers.length > 10)
      return refuse('400', 'INVALID TRACKING NUMBER(S)')
    const texts = found.map(
      ({ trackingNumber, asked }) =>
        `${trackingNumber}  ${String(asked.orderRefNumber)}  Rs. ${String(asked.invoicePayment)}`,
    )
    return new Response(airwayBills(texts), { headers: { 'content-type': 'application/pdf' } })
  }

  const api: Record<string, (request: Request, query: URLSearchParams) => Response | Promise<Response>> = {
    'GET v2/get-operational-city': () => done(CITIES),
    'POST v3/create-order': create,
    'GET v2/get-unbooked-orders': () => done([...parcels.values()].filter(({ step }) => step === 0).map(statusOf)),
    'GET v1/get-all-order': () => done([...parcels.values()].filter(({ step }) => step !== 0).map(statusOf)),
    'GET v1/track-bulk-order': (_request, query) => track((query.get('TrackingNumbers') ?? '').split(',')),
    'GET v1/get-invoice': (_request, query) => bills((query.get('trackingNumbers') ?? '').split(',')),
    'PUT v1/cancel-order': cancel,
  }

  /** For people and tests: shows the parcels and moves them on, and lets calls go wrong. */
  async function control(request: Request, path: string): Promise<Response> {
    const form = new URLSearchParams(request.method === 'POST' ? await request.text() : '')
    if (path === 'faults')
      faults.push({
        path: form.get('path') ?? '',
        kind: form.get('kind') as Fault['kind'],
        times: Number(form.get('times') ?? 1),
      })
    const parcel = parcels.get(form.get('parcel') ?? '')
    if (parcel) parcel.step = STEPS.findIndex(({ words }) => words === form.get('step'))
    if (form.get('as') === 'json' || path === 'faults') return Response.json([...parcels.values()].map(statusOf))
    return request.method === 'POST'
      ? Response.redirect(request.url, 303)
      : page('PostEx sandbox', listOf([...parcels.values()]))
  }

  return async (request) => {
    const { pathname, searchParams } = new URL(request.url)
    const path = pathname.slice(PATH.length + 1)
    if (path === 'parcels' || path === 'faults') return control(request, path)
    const handle = api[`${request.method} ${path}`]
    if (!handle) return Response.json({ error: 'Not Found' }, { status: 404 })
    if (request.headers.get('token') !== merchant.token)
      return Response.json({ error: 'Unauthorized' }, { status: 401 })
    const fault = faults.find((one) => one.path === path && one.times > 0)
    if (!fault) return handle(request, searchParams)
    fault.times -= 1
    if (fault.kind === 'lost') await handle(request, searchParams)
    return goWrong(fault, request)
  }
}

async function goWrong({ kind }: Fault, { signal }: Request): Promise<Response> {
  if (kind === 'limited')
    return Response.json({ statusCode: '429', statusMessage: 'TOO MANY REQUESTS' }, { status: 429 })
  if (kind === 'unavailable' || kind === 'lost') return new Response('Service Unavailable', { status: 503 })
  if (kind === 'unreadable')
    return new Response('<html>Maintenance</html>', { headers: { 'content-type': 'text/html' } })
  // The caller gives up first.
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  return new Response(null, { status: 504 })
}

function listOf(parcels: readonly Parcel[]): string {
  const buttons = STEPS.map(
    ({ words }) => `<button name="step" value="${escapeHtml(words)}">${escapeHtml(words)}</button>`,
  ).join('')
  const articles = parcels.map((parcel) => {
    const { trackingNumber, transactionStatus } = statusOf(parcel)
    return `<article><b>${trackingNumber}</b> ${escapeHtml(parcel.asked.orderRefNumber)}, Rs. ${escapeHtml(parcel.asked.invoicePayment)}: ${escapeHtml(transactionStatus)}
      <form method="post"><input type="hidden" name="parcel" value="${trackingNumber}">${buttons}</form></article>`
  })
  return `<h1>PostEx sandbox</h1><p>No parcel moves here.</p>${articles.join('') || '<p>No parcels yet.</p>'}`
}
