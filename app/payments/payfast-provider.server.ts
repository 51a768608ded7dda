import { m } from '~/language/messages'
import { askServer } from '~/platform/ask-server.server'
import type { Settings } from '~/platform/env.server'
import { describeError, type Log } from '~/platform/log.server'
import type { PaymentNotificationError, PaymentNotice, PaymentProvider } from './payment-provider'
import { isSigned, paymentFields, readNotification, urlencode } from './payfast'
import { PayfastSources } from './payfast-sources.server'

const ENDPOINTS = { live: 'https://www.payfast.co.za/eng', sandbox: 'https://sandbox.payfast.co.za/eng' }

/** Of the confirmation of a notification, which is a word. */
const MAX_BYTES = 1_000

type Mode = Exclude<Settings['PAYFAST_MODE'], 'off'>

/** Returns the origins that the payment form posts to, for the Content-Security-Policy; browsers check redirects too. */
export function payfastOrigins(settings: Settings): string[] {
  if (settings.PAYFAST_MODE === 'off') return []
  return settings.PAYFAST_PROCESS_URL
    ? [new URL(settings.PAYFAST_PROCESS_URL).origin]
    : [new URL(ENDPOINTS[settings.PAYFAST_MODE]).origin, 'https://payment.payfast.io']
}

/** Returns the PayFast provider, or null if it is off. */
export function createPayfast(settings: Settings, log: Log): Payfast | null {
  return settings.PAYFAST_MODE === 'off' ? null : new Payfast(settings, settings.PAYFAST_MODE, log)
}

/** PayFast, sandbox or live. */
export class Payfast implements PaymentProvider {
  name = 'payfast'
  get accepts() {
    return m.payments_card()
  }
  contentTypes = ['application/x-www-form-urlencoded']
  #settings: Settings
  #endpoint: string
  #log: Log
  #sources: PayfastSources

  constructor(settings: Settings, mode: Mode, log: Log, sources = new PayfastSources(settings.PAYFAST_SOURCES, log)) {
    this.#settings = settings
    this.#endpoint = ENDPOINTS[mode]
    this.#log = log
    this.#sources = sources
  }

  form: PaymentProvider['form'] = async (payment) => {
    const settings = this.#settings
    const merchant = {
      id: settings.PAYFAST_MERCHANT_ID,
      key: settings.PAYFAST_MERCHANT_KEY,
      passphrase: settings.PAYFAST_PASSPHRASE,
    }
    return {
      url: settings.PAYFAST_PROCESS_URL ?? `${this.#endpoint}/process`,
      fields: paymentFields(merchant, payment),
    }
  }

  isSigned: PaymentProvider['isSigned'] = (body) => {
    const pairs = readNotification(body)
    return pairs !== null && isSigned(pairs, this.#settings.PAYFAST_PASSPHRASE)
  }

  /** Checks the signature, the source, the merchant and PayFast's own confirmation. */
  read: PaymentProvider['read'] = async (body, from): Promise<PaymentNotice | PaymentNotificationError> => {
    const pairs = readNotification(body)
    if (!pairs) return { status: 400, verdict: 'unreadable' }
    if (!isSigned(pairs, this.#settings.PAYFAST_PASSPHRASE)) return { status: 400, verdict: 'forged' }
    const isKnown = await this.#sources.isKnown(from)
    if (isKnown === null) return { status: 503, verdict: 'provider not resolved' }
    if (!isKnown) {
      this.#log.error({ event: 'notification from elsewhere', address: from })
      return { status: 403, verdict: 'wrong source' }
    }
    const message = Object.fromEntries(pairs)
    if (message.merchant_id !== this.#settings.PAYFAST_MERCHANT_ID) return { status: 400, verdict: 'wrong merchant' }
    const isConfirmed = await this.#confirm(pairs)
    if (isConfirmed === null) return { status: 503, verdict: 'not confirmed yet' }
    if (!isConfirmed) return { status: 400, verdict: 'not confirmed' }
    return {
      paymentId: message.pf_payment_id ?? '',
      outcome: message.payment_status ?? '',
      amount: message.amount_gross ?? '',
      reference: message.custom_str1 ?? '',
      orderId: message.custom_str2 ?? '',
      message,
    }
  }

  /** Asks PayFast whether it sent this; null if PayFast can't tell now. */
  async #confirm(pairs: [string, string][]): Promise<boolean | null> {
    const settings = this.#settings
    const body = pairs
      .filter(([key]) => key !== 'signature')
      .map(([key, value]) => `${key}=${urlencode(value)}`)
      .join('&')
    try {
      const { status, text } = await askServer(settings.PAYFAST_VALIDATE_URL ?? `${this.#endpoint}/query/validate`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
        types: ['text/'],
        maxBytes: MAX_BYTES,
      })
      if (status >= 500) return null
      return status === 200 && text.trim() === 'VALID'
    } catch (error) {
      this.#log.warn({ event: 'provider did not confirm', ...describeError(error) })
      return null
    }
  }
}
