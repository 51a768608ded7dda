import { m } from '~/language/messages'
import { randomUUID } from 'node:crypto'
import type { BlockList } from 'node:net'
import { z } from 'zod'
import { askServer } from '~/platform/ask-server.server'
import type { Settings } from '~/platform/env.server'
import { describeError, type Log } from '~/platform/log.server'
import { CURRENCY } from '~/platform/money'
import { DEFAULT_BRAND } from '~/platform/text'
import { isListed, listAddresses } from './address-list'
import {
  basketId,
  gopayfastFields,
  isValidated,
  outcomeOf,
  readGopayfast,
  referenceOf,
  type GopayfastMerchant,
} from './gopayfast'
import type { PaymentNotificationError, Payment, PaymentNotice, PaymentProvider } from './payment-provider'

const HOSTS = { live: 'https://ipg1.apps.net.pk', sandbox: 'https://ipguat.apps.net.pk' }
const PATH = '/Ecommerce/api/Transaction'

/** Of a token response. */
const MAX_BYTES = 20_000

const accessTokenSchema = z.object({ ACCESS_TOKEN: z.string().regex(/^[!-~]{1,2000}$/) })

/** Returns the origins that the payment form posts to, for the Content-Security-Policy. */
export function gopayfastOrigins(settings: Settings): string[] {
  return settings.GOPAYFAST_MODE === 'off' ? [] : [new URL(addressOf(settings, settings.GOPAYFAST_MODE)).origin]
}

/** Returns the gopayfast.com provider, or null if it is off. */
export function createGopayfast(settings: Settings, log: Log): Gopayfast | null {
  return settings.GOPAYFAST_MODE === 'off' ? null : new Gopayfast(settings, settings.GOPAYFAST_MODE, log)
}

function addressOf(settings: Settings, mode: keyof typeof HOSTS): string {
  return settings.GOPAYFAST_URL ?? HOSTS[mode]
}

/** PayFast of Pakistan (gopayfast.com), sandbox or live. Charges rupees. */
export class Gopayfast implements PaymentProvider {
  name = 'gopayfast'
  get accepts() {
    return m.payments_card_or_wallet()
  }
  contentTypes = ['application/x-www-form-urlencoded', 'application/json']
  #merchant: GopayfastMerchant
  #endpoint: string
  #sources: BlockList | null
  #log: Log

  constructor(settings: Settings, mode: keyof typeof HOSTS, log: Log) {
    this.#merchant = {
      id: settings.GOPAYFAST_MERCHANT_ID ?? '',
      name: settings.BRAND_NAME,
      securedKey: settings.GOPAYFAST_SECURED_KEY ?? '',
    }
    this.#endpoint = `${addressOf(settings, mode)}${PATH}`
    this.#sources = settings.GOPAYFAST_SOURCES ? listAddresses(settings.GOPAYFAST_SOURCES.split(',')) : null
    this.#log = log
  }

  form: PaymentProvider['form'] = async (payment) => {
    const basket = basketId(payment.reference, randomUUID())
    const token = await this.#requestToken(payment, basket)
    if (token === null) return null
    return {
      url: `${this.#endpoint}/PostTransaction`,
      fields: gopayfastFields(this.#merchant, payment, basket, token),
      basket,
    }
  }

  isSigned: PaymentProvider['isSigned'] = (body) => {
    const message = readGopayfast(body)
    return message !== null && isValidated(this.#merchant, message)
  }

  /** Checks the source, if it is configured, then the validation hash, which covers the basket and the error code. */
  read: PaymentProvider['read'] = async (body, from): Promise<PaymentNotice | PaymentNotificationError> => {
    if (this.#sources && !isListed(this.#sources, from)) {
      this.#log.error({ event: 'notification from elsewhere', address: from })
      return { status: 403, verdict: 'wrong source' }
    }
    const message = readGopayfast(body)
    if (!message) return { status: 400, verdict: 'unreadable' }
    if (!isValidated(this.#merchant, message)) return { status: 400, verdict: 'forged' }
    const basket = message.basket_id ?? ''
    if (message.transaction_currency && message.transaction_currency !== CURRENCY)
      return { status: 400, verdict: 'wrong currency' }
    return {
      // The hash covers the basket and the error code alone: with those of her own payment, a shopper could send any other number and amount.
      paymentId: basket,
      outcome: outcomeOf(message.err_code ?? ''),
      amount: null,
      reference: referenceOf(basket) ?? '',
      message,
    }
  }

  /** Requests the token for a basket and its amount; returns null if the provider refuses. */
  async #requestToken({ amount }: Payment, basket: string): Promise<string | null> {
    try {
      const { ok, status, text } = await askServer(`${this.#endpoint}/GetAccessToken`, {
        method: 'POST',
        // The provider refuses an empty User-Agent.
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'user-agent': DEFAULT_BRAND },
        body: new URLSearchParams({
          MERCHANT_ID: this.#merchant.id,
          SECURED_KEY: this.#merchant.securedKey,
          BASKET_ID: basket,
          TXNAMT: amount,
          CURRENCY_CODE: CURRENCY,
        }),
        types: ['application/json', 'text/'],
        maxBytes: MAX_BYTES,
      })
      if (!ok) throw new Error(`The provider responded with ${status}.`)
      return accessTokenSchema.parse(JSON.parse(text)).ACCESS_TOKEN
    } catch (error) {
      this.#log.error({ event: 'payment token refused', ...describeError(error) })
      return null
    }
  }
}
