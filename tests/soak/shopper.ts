import { setTimeout as pause } from 'node:timers/promises'
import { prepareOrder, serviceBackend, submitOrder, type StoredOrder } from '../support/orders.ts'
import { Visitor } from '../support/visitor.ts'
import type { Records } from './records.ts'

/** An attempt to order. */
export interface Attempt {
  key: string
  /** The total that the checkout showed, in rupees. */
  total: number
  /** The order's number, once a response named it. */
  orderId: string | null
  from: number
  to: number
}

const PASSWORD = 'a-good-password'
const TRIES = 12
const ANONYMOUS = [
  '/',
  '/product-listing',
  '/product-listing?colors=Black&page=2',
  '/product-listing?search=robe',
  '/on-sale',
  '/product/lace-balconette-bra',
  '/product/guest-robe?tab=ratingReviews',
  '/faq',
  '/images/320/pictures/banner-robe.avif',
  '/search-suggestions?q=lac',
]
const PERSONAL = ['/profile', '/profile/active-orders', '/profile/edit-location', '/cart', '/product/guest-robe']

/** A browser that rests before each request, uses a new connection for it, and records how it ended. */
class RecordedVisitor extends Visitor {
  rest = 0
  #records: Records

  constructor(url: string, records: Records) {
    super(url)
    this.#records = records
  }

  override async request(path: string, init: RequestInit = {}): Promise<Response> {
    await pause(this.rest * (0.5 + Math.random()))
    const what = `${init.method ?? 'GET'} ${path.slice(0, 80)}`
    const from = performance.now()
    try {
      const response = await super.request(path, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), connection: 'close' },
        signal: AbortSignal.timeout(40_000),
      })
      const body = await response.arrayBuffer()
      this.#records.add(what, from, response.status, response.status >= 400 ? `status ${response.status}` : '')
      return new Response(body.byteLength > 0 ? body : null, response)
    } catch (error) {
      this.#records.add(what, from, 0, String(error instanceof Error ? (error.cause ?? error) : error))
      throw error
    }
  }
}

/** A shopper who browses, reads their orders and sometimes buys. */
export class Shopper {
  attempts: Attempt[] = []
  #visitor: RecordedVisitor
  #place: number
  #turn = 0
  #records: Records

  constructor(place: number, url: string, records: Records) {
    this.#visitor = new RecordedVisitor(url, records)
    this.#place = place
    this.#records = records
  }

  async enter(settings: Record<string, string>): Promise<void> {
    const email = `soak-${this.#place}@example.com`
    const { error } = await serviceBackend(settings).auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: `Shopper ${this.#place}` },
    })
    if (error) throw error
    await this.#visitor.post('/login', { emailOrPhone: email, password: PASSWORD, keepSignedIn: 'on' })
    if (!this.#visitor.cookies.has('website_session')) throw new Error(`${email} could not sign in.`)
  }

  /** Continues until it is stopped; a started purchase is finished. `rest` is the mean time between requests in milliseconds. */
  async shop(over: AbortSignal, rest: number): Promise<void> {
    this.#visitor.rest = rest
    while (!over.aborted) {
      this.#turn += 1
      const step = (this.#turn + this.#place) % 12
      // The failure is recorded already.
      await (step === 0 ? this.#buy() : step < 8 ? this.#look() : this.#lookAtOwn()).catch(() => undefined)
    }
  }

  async #look(): Promise<void> {
    const cookies = this.#visitor.cookies
    this.#visitor.cookies = new Map()
    await this.#visitor
      .request(ANONYMOUS[(this.#turn * 7 + this.#place) % ANONYMOUS.length] ?? '/')
      .finally(() => (this.#visitor.cookies = cookies))
  }

  async #lookAtOwn(): Promise<void> {
    const path = PERSONAL[(this.#turn + this.#place) % PERSONAL.length] ?? '/'
    const from = performance.now()
    const page = await this.#visitor.get(path)
    if (page.url !== path) this.#records.add(path, from, 500, `led to ${page.url}`)
  }

  async #buy(): Promise<void> {
    const fields = await prepareOrder(this.#visitor, this.#turn % 2 === 0 ? 'cod' : 'payfast')
    const attempt: Attempt = {
      key: String(fields.attemptKey),
      total: Number(fields.expectedTotal) / 100,
      orderId: null,
      from: performance.now(),
      to: Infinity,
    }
    this.attempts.push(attempt)
    // Submits the same form again, like a patient shopper.
    for (let tries = 0; tries < TRIES && !attempt.orderId; tries += 1) {
      const accepted = await submitOrder(this.#visitor, fields).catch(() => null)
      attempt.orderId = accepted?.orderId ?? null
    }
    attempt.to = performance.now()
  }
}

/** Returns what is wrong unless every accepted order is stored once with its items, and none whose shopper was told otherwise. */
export function wrongOrders(attempts: Attempt[], stored: StoredOrder[], records: Records): string[] {
  const wrong: string[] = []
  const byKey = Map.groupBy(stored, ({ attempt_key }) => attempt_key)
  const keys = new Map(attempts.map((attempt) => [attempt.key, attempt]))
  for (const { key, orderId, total } of attempts) {
    if (!orderId) continue
    const orders = byKey.get(key) ?? []
    if (orders.length !== 1 || orders[0]?.order_id !== orderId) wrong.push(`${orderId}: stored ${orders.length} times`)
    else if (orders[0].total_amount !== total)
      wrong.push(`${orderId}: comes to ${orders[0].total_amount}, not ${total}`)
  }
  for (const { attempt_key, order_id, subtotal, order_items } of stored) {
    const attempt = keys.get(attempt_key)
    if (order_items.length === 0 || order_items.reduce((sum, item) => sum + item.subtotal, 0) !== subtotal)
      wrong.push(`${order_id}: its items don't add up`)
    if (!attempt) wrong.push(`${order_id}: nobody tried for it`)
    else if (!attempt.orderId && !records.hasFault(attempt))
      wrong.push(`${order_id}: its shopper was told that it failed, and no fault explains it`)
  }
  return wrong
}
