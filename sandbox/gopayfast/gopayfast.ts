import { randomBytes, randomUUID } from 'node:crypto'
import { Deliveries } from '../deliveries.ts'
import { escapeHtml, page } from '../html.ts'
import { MovableClock } from '../payfast/clock.ts'
import { outcomeOf, type GopayfastSettings } from './outcome.ts'

const MINUTE = 60_000
const TITLE = 'gopayfast.com sandbox'
export const PATH = '/Ecommerce/api/Transaction'

const REQUIRED_FIELDS = [
  'MERCHANT_NAME',
  'SUCCESS_URL',
  'FAILURE_URL',
  'CHECKOUT_URL',
  'CUSTOMER_EMAIL_ADDRESS',
  'SIGNATURE',
] as const
const FIXED_FIELDS = {
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
  /** The documentation mentions no notification for a cancelled payment. */
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
 * Returns a stand-in for gopayfast.com: access tokens, the hosted page with Pay, Fail and Cancel, and the notification with its
 * validation hash. Where the documentation is vague it is strict: a basket and a token can each be used once.
 */
export function gopayfast(settings: GopayfastSettings): (request: Request) => Promise<Response> {
  const clock = new MovableClock()
  const deliveries = new Deliveries(clock)
  const tokens = new Map<string, { basket: string; amount: string }>()
  const baskets = new Set<string>()
  /** Undecided payments by a random ID. */
  const undecided = new Map<string, URLSearchParams>()

  async function issueToken(request: Request): Promise<Response> {
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

  function findProblem(form: URLSearchParams): string | undefined {
    const grant = tokens.get(form.get('TOKEN') ?? '')
    if (form.get('MERCHANT_ID') !== settings.merchantId) return 'Unknown merchant.'
    if (!grant || grant.basket !== form.get('BASKET_ID') || grant.amount !== form.get('TXNAMT'))
      return 'The token was not given for this basket and amount.'
    const missing = REQUIRED_FIELDS.find((name) => !form.get(name))
    if (missing) return `${missing} is missing.`
    const invalid = Object.entries(FIXED_FIELDS).find(([name, value]) => form.get(name) !== value)
    if (invalid) return `${invalid[0]} is not valid.`
    if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(form.get('ORDER_DATE') ?? '')) return 'ORDER_DATE is not valid.'
    return undefined
  }

  async function start(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const problem = findProblem(form)
    if (problem) return page(TITLE, `<h1>400 Bad Request</h1><p>${problem}</p>`, 400)
    tokens.delete(form.get('TOKEN') ?? '')
    const payment = randomUUID()
    undecided.set(payment, form)
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
    const submitted = new URLSearchParams(await request.text())
    const payment = submitted.get('payment') ?? ''
    const form = undecided.get(payment)
    if (!form) return page(TITLE, '<h1>This payment is over.</h1>', 410)
    const decision = DECISIONS[submitted.get('decision') ?? '']
    if (!decision) return page(TITLE, '<h1>400 Bad Request</h1><p>Unknown decision.</p>', 400)
    undecided.delete(payment)
    const outcome = outcomeOf(settings, form, decision)
    if (decision.isNotified) await deliveries.send(form.get('CHECKOUT_URL') ?? '', outcome.toString())
    // The documentation doesn't say how the outcome is appended; this is the worst case for a URL that has a query already.
    return new Response(null, { status: 302, headers: { location: `${form.get(decision.backTo)}?${outcome}` } })
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && pathname === `${PATH}/GetAccessToken`) return issueToken(request)
    if (request.method === 'POST' && pathname === `${PATH}/PostTransaction`) return start(request)
    if (request.method === 'POST' && pathname === `${PATH}/decide`) return decide(request)
    // For tests only: moves the clock of the retries forward.
    if (request.method === 'POST' && pathname === `${PATH}/clock`) {
      clock.forward(Number(new URLSearchParams(await request.text()).get('minutes')) * MINUTE)
      return new Response('forwarded')
    }
    return page(TITLE, '<h1>Not found</h1>', 404)
  }
}
