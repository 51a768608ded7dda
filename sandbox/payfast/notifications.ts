import type { Clock } from './clock.ts'
import { encodePairs, signature, type Pairs } from './signature.ts'

const MINUTE = 60_000
/** The first wait between two tries; each further one is twice as long. */
const FIRST_WAIT = 10 * MINUTE
const LONGEST_WAIT = 24 * 60 * MINUTE

export type Outcome = 'COMPLETE' | 'FAILED' | 'CANCELLED'

/** Returns a notification's pairs in PayFast's order, the empty ones included; the signature comes after them. */
function notificationPairs(form: URLSearchParams, paymentId: string, outcome: Outcome): Pairs {
  const value = (name: string) => form.get(name) ?? ''
  const copied = (...names: string[]) => names.map((name) => [name, value(name)] as const)
  const numbered = (name: string) => copied(...[1, 2, 3, 4, 5].map((number) => `${name}${number}`))
  return [
    ...copied('m_payment_id'),
    ['pf_payment_id', paymentId],
    ['payment_status', outcome],
    ...copied('item_name', 'item_description'),
    ['amount_gross', value('amount')],
    ['amount_fee', '0.00'],
    ['amount_net', value('amount')],
    ...numbered('custom_str'),
    ...numbered('custom_int'),
    ...copied('name_first', 'name_last', 'email_address', 'merchant_id'),
  ]
}

/** Posts a body; whether the shop says that it has heard. */
type Deliver = (url: string, body: string) => Promise<boolean>

/** What the stand-in has told shops, and goes on telling them until they say that they have heard. */
export class Notifications {
  #passphrase: string
  #clock: Clock
  #deliver: Deliver
  #sent = new Set<string>()

  constructor(passphrase: string, clock: Clock, deliver: Deliver = post) {
    this.#passphrase = passphrase
    this.#clock = clock
    this.#deliver = deliver
  }

  /**
   * Tells the shop of a payment form how it went. Returns after the first try; without a 200 it tries again after 10 minutes
   * and then ever more slowly (payfast.co.za/documentation/itn).
   */
  async send(form: URLSearchParams, paymentId: string, outcome: Outcome): Promise<void> {
    const pairs = notificationPairs(form, paymentId, outcome)
    this.#sent.add(encodePairs(pairs))
    const body = `${encodePairs(pairs)}&signature=${signature(pairs, this.#passphrase)}`
    const url = form.get('notify_url') ?? ''
    if (!(await this.#deliver(url, body))) void this.#retry(url, body)
  }

  async #retry(url: string, body: string): Promise<void> {
    for (let wait = FIRST_WAIT; ; wait = Math.min(2 * wait, LONGEST_WAIT)) {
      await this.#clock.wait(wait)
      if (await this.#deliver(url, body)) return
    }
  }

  /** Whether a shop asks about what it was really sent: the same pairs without the signature. */
  isSent(body: string): boolean {
    return this.#sent.has(encodePairs([...new URLSearchParams(body)]))
  }
}

async function post(url: string, body: string): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
