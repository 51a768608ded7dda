import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { Deliveries } from '../deliveries.ts'
import { escapeHtml, page } from '../html.ts'
import { MovableClock } from '../payfast/clock.ts'

/** A merchant of the stand-in. */
export interface GopayfastSettings {
  merchantId: string
  securedKey: string
}

const MINUTE = 60_000
const TITLE = 'gopayfast.com sandbox'
/** Where its pages and its API are. */
export const PATH = '/Ecommerce/api/Transaction'

const NEEDED = [
  'MERCHANT_NAME',
  'SUCCESS_URL',
  'FAILURE_URL',
  'CHECKOUT_URL',
  'CUSTOMER_EMAIL_ADDRESS',
  'SIGNATURE',
] as const
const FIXED = {
  CURRENCY_CODE: 'PKR',
  VERSION: 'MERCHANTCART-0.1',
  PROCCODE: '00',
  TRAN_TYPE: 'ECOMM_PURCHASE',
} as const
const SHOWN_FIELDS = ['TXNDESC', 'TXNAMT', 'BASKET_ID', 'CUSTOMER_MOBILE_NO', 'ORDER_DATE'] as const

interface Decision {
  code: string
  message: string
  backTo: 'SUCCESS_URL' | 'FAILURE_URL'
  /** Nothing says that a shopper who gives up is notified of. */
  isNotified: boolean
}

/** The buttons of the payment page. */
const DECISIONS: Record<string, Decision> = {
  pay: { code: '000', message: 'Transaction has been completed.', backTo: 'SUCCESS_URL', isNotified: true },
  fail: { code: '41', message: 'Your entered details are Mismatched.', backTo: 'FAILURE_URL', isNotified: true },
  cancel: { code: '97', message: 'Transaction has been cancelled.', backTo: 'FAILURE_URL', isNotified: false },
}

const refuse = (status: number, description: string) =>
  Response.json({ errorCode: String(status), errorDescription: description }, { status })

/**
 * The public face of gopayfast.com: access tokens, the hosted page with Pay, Fail and Cancel, and the notification with its
 * validation hash. It is stricter than the documentation where that is vague: a basket and a token can be used once.
 */
export function gopayfast(settings: GopayfastSettings): (request: Request) => Promise<Response> {
  const clock = new MovableClock()
  const deliveries = new Deliveries(clock)
  /** What tokens were given for, by token. */
  const tokens = new Map<string, { basket: string; amount: string }>()
  const baskets = new Set<string>()
  /** Payments that aren't decided yet, by a number that nobody can guess. */
  const open = new Map<string, URLSearchParams>()

  async function giveToken(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const [basket, amount] = [form.get('BASKET_ID') ?? '', form.get('TXNAMT') ?? '']
    if (!request.headers.get('user-agent')) return refuse(403, 'A User-Agent is required.')
    if (form.get('MERCHANT_ID') !== settings.merchantId || form.get('SECURED_KEY') !== settings.securedKey)
      return refuse(401, 'Unknown merchant.')
    if (form.get('CURRENCY_CODE') !== 'PKR' || !/^\d+\.\d\d$/.test(amount)) return refuse(400, 'Invalid amount.')
    if (basket === '' || baskets.has(basket)) return refuse(400, 'Invalid basket.')
    baskets.add(basket)
    const token = randomBytes(24).toString('base64url')
    tokens.set(token, { basket, amount })
    return Response.json({ MERCHANT_ID: settings.merchantId, ACCESS_TOKEN: token, NAME: 'Sandbox merchant' })
  }

  function problemOf(form: URLSearchParams): string | undefined {
    const given = tokens.get(form.get('TOKEN') ?? '')
    if (form.get('MERCHANT_ID') !== settings.merchantId) return 'Unknown merchant.'
    if (!given || given.basket !== form.get('BASKET_ID') || given.amount !== form.get('TXNAMT'))
      return 'The token was not given for this basket and amount.'
    const missing = NEEDED.find((name) => !form.get(name))
    if (missing) return `${missing} is missing.`
    const wrong = Object.entries(FIXED).find(([name, value]) => form.get(name) !== value)
    if (wrong) return `${wrong[0]} is not valid.`
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(form.get('ORDER_DATE') ?? '')) return 'ORDER_DATE is not valid.'
    return undefined
  }

  async function start(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const problem = problemOf(form)
    if (problem) return page(TITLE, `<h1>400 Bad Request</h1><p>${problem}</p>`, 400)
    tokens.delete(form.get('TOKEN') ?? '')
    const payment = randomUUID()
    open.set(payment, form)
    const rows = SHOWN_FIELDS.map((name) => `<dt>${name}</dt><dd>${escapeHtml(form.get(name) ?? '')}</dd>`).join('')
    return page(
      TITLE,
      `<h1>${TITLE}</h1><p>No money moves here.</p><dl>${rows}</dl>
       <form method="post" action="${PATH}/decide"><input type="hidden" name="payment" value="${payment}">
       <button class="main" name="decision" value="pay">Pay Rs. ${escapeHtml(form.get('TXNAMT') ?? '')}</button>
       <button name="decision" value="fail">Fail</button>
       <button name="decision" value="cancel">Cancel</button></form>`,
    )
  }

  async function decide(request: Request): Promise<Response> {
    const answer = new URLSearchParams(await request.text())
    const payment = answer.get('payment') ?? ''
    const form = open.get(payment)
    if (!form) return page(TITLE, '<h1>This payment is over.</h1>', 410)
    const decision = DECISIONS[answer.get('decision') ?? '']
    if (!decision) return page(TITLE, '<h1>400 Bad Request</h1><p>Unknown decision.</p>', 400)
    open.delete(payment)
    const outcome = outcomeOf(form, decision)
    if (decision.isNotified) await deliveries.send(form.get('CHECKOUT_URL') ?? '', outcome.toString())
    // How the outcome is added isn't documented; this is the clumsiest way.
    return new Response(null, { status: 302, headers: { location: `${form.get(decision.backTo)}?${outcome}` } })
  }

  /** What the notification and the shopper's way back say of a payment. */
  function outcomeOf(form: URLSearchParams, { code, message }: Decision): URLSearchParams {
    const basket = form.get('BASKET_ID') ?? ''
    const proof = [basket, settings.securedKey, settings.merchantId, code].join('|')
    return new URLSearchParams({
      err_code: code,
      err_msg: message,
      basket_id: basket,
      order_date: (form.get('ORDER_DATE') ?? '').slice(0, 10),
      transaction_id: randomUUID(),
      validation_hash: createHash('sha256').update(proof).digest('hex'),
      transaction_amount: form.get('TXNAMT') ?? '',
      merchant_amount: form.get('TXNAMT') ?? '',
      transaction_currency: 'PKR',
      discounted_amount: '0',
      PaymentName: 'Wallet',
      masked_pan: '0300XXX8180',
      issuer_name: 'N/A',
      is_international: 'false',
      email_address: form.get('CUSTOMER_EMAIL_ADDRESS') ?? '',
      mobile_no: form.get('CUSTOMER_MOBILE_NO') ?? '',
      customer_id: '',
      recurring_txn: 'false',
      bill_number: 'N/A',
      additional_value: '',
      rdv_message_key: 'N/A',
    })
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && pathname === `${PATH}/GetAccessToken`) return giveToken(request)
    if (request.method === 'POST' && pathname === `${PATH}/PostTransaction`) return start(request)
    if (request.method === 'POST' && pathname === `${PATH}/decide`) return decide(request)
    // Not the provider's: moves the clock of what is sent again.
    if (request.method === 'POST' && pathname === `${PATH}/clock`) {
      clock.forward(Number(new URLSearchParams(await request.text()).get('minutes')) * MINUTE)
      return new Response('forwarded')
    }
    return page(TITLE, '<h1>Not found</h1>', 404)
  }
}
