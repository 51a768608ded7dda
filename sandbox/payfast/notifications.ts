import { Deliveries, type Deliver } from '../deliveries.ts'
import type { Clock } from './clock.ts'
import { encodePairs, signature, type Pairs } from './signature.ts'

export type Outcome = 'COMPLETE' | 'FAILED' | 'CANCELLED'

/** Returns a notification's pairs in PayFast's order, including empty ones, without the signature. */
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

/** Sends payment notifications to shops, and confirms which ones were sent. */
export class Notifications {
  #passphrase: string
  #deliveries: Deliveries
  #sent = new Set<string>()

  constructor(passphrase: string, clock: Clock, deliver?: Deliver) {
    this.#passphrase = passphrase
    this.#deliveries = new Deliveries(clock, deliver)
  }

  /** Notifies the shop of a payment's outcome (payfast.co.za/documentation/itn). Resolves after the first attempt. */
  async send(form: URLSearchParams, paymentId: string, outcome: Outcome): Promise<void> {
    const pairs = notificationPairs(form, paymentId, outcome)
    this.#sent.add(encodePairs(pairs))
    const body = `${encodePairs(pairs)}&signature=${signature(pairs, this.#passphrase)}`
    await this.#deliveries.send(form.get('notify_url') ?? '', body)
  }

  /** Returns whether a notification with these pairs, without the signature, was sent. */
  isSent(body: string): boolean {
    return this.#sent.has(encodePairs([...new URLSearchParams(body)]))
  }
}
