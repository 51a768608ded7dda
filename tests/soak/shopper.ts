import { prepareOrder, serviceBackend, submitOrder } from '../support/orders.ts'
import { Visitor } from '../support/visitor.ts'
import type { Pace, Records } from './records.ts'

/** An attempt to order. */
export interface Attempt {
  key: string
  /** The total that the checkout showed, in rupees. */
  total: number
  /** The order's number, once a response named it. */
  orderId: string | null
  /** Whether an injected fault lost or broke a response, so that the order may exist. */
  isLost: boolean
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

/** A rate-limited browser that records every response, and uses a separate connection for each. */
class RecordedVisitor extends Visitor {
  #pace: Pace
  #records: Records

  constructor(url: string, pace: Pace, records: Records) {
    super(url)
    this.#pace = pace
    this.#records = records
  }

  override async request(path: string, init: RequestInit = {}): Promise<Response> {
    await this.#pace.turn()
    const what = `${init.method ?? 'GET'} ${path.slice(0, 80)}`
    const from = performance.now()
    const note = (status: number, trouble: string) =>
      this.#records.all.push({ what, from, to: performance.now(), status, trouble })
    try {
      const response = await super.request(path, {
        ...init,
        headers: { ...Object.fromEntries(new Headers(init.headers)), connection: 'close' },
        signal: AbortSignal.timeout(40_000),
      })
      const body = await response.arrayBuffer()
      note(response.status, response.status >= 400 ? `status ${response.status}` : '')
      return new Response(body.byteLength > 0 ? body : null, response)
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      note(0, cause)
      throw error
    }
  }
}

/** A shopper who browses, reads their orders and sometimes buys. */
export class Shopper {
  #visitor: RecordedVisitor
  #place: number
  #turn = 0
  #records: Records
  #attempts: Attempt[]

  constructor(place: number, url: string, pace: Pace, records: Records, attempts: Attempt[]) {
    this.#visitor = new RecordedVisitor(url, pace, records)
    this.#place = place
    this.#records = records
    this.#attempts = attempts
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

  /** Continues until it is stopped; a started purchase is finished. */
  async shop(over: AbortSignal): Promise<void> {
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
    if (page.url !== path)
      this.#records.all.push({ what: path, from, to: performance.now(), status: 500, trouble: `led to ${page.url}` })
  }

  async #buy(): Promise<void> {
    const fields = await prepareOrder(this.#visitor, this.#turn % 2 === 0 ? 'cod' : 'payfast')
    const attempt: Attempt = {
      key: String(fields.attemptKey),
      total: Number(fields.expectedTotal) / 100,
      orderId: null,
      isLost: false,
    }
    this.#attempts.push(attempt)
    // Submits the same form again, like a patient shopper.
    for (let tries = 0; tries < TRIES && !attempt.orderId; tries += 1) {
      const from = performance.now()
      const accepted = await submitOrder(this.#visitor, fields).catch(() => null)
      if (accepted) attempt.orderId = accepted.orderId
      else {
        const span = { from, to: performance.now() }
        attempt.isLost ||= [0, 500].some((status) => this.#records.explanationOf({ ...span, status }) !== undefined)
      }
    }
  }
}
