import { randomInt, randomUUID } from 'node:crypto'
import { escapeHtml, page } from '../html.ts'
import { MovableClock } from './clock.ts'
import { Notifications, type Outcome } from './notifications.ts'
import { formSignature } from './signature.ts'

/** The sandbox merchant and passphrase; PayFast publishes this merchant for everybody's tests. */
export interface PayfastSettings {
  merchantId: string
  merchantKey: string
  passphrase: string
}

const MINUTE = 60_000

const SHOWN_FIELDS = ['item_name', 'amount', 'm_payment_id', 'custom_str1', 'custom_str2', 'custom_str3'] as const

/** The buttons of the payment page: the outcome, and where the shopper returns to. */
const DECISIONS: Record<string, { outcome: Outcome; backTo: 'return_url' | 'cancel_url' }> = {
  pay: { outcome: 'COMPLETE', backTo: 'return_url' },
  fail: { outcome: 'FAILED', backTo: 'cancel_url' },
  cancel: { outcome: 'CANCELLED', backTo: 'cancel_url' },
}

/** Returns a stand-in for PayFast: the hosted page with Pay, Fail and Cancel, the signed notification, and its validation. */
export function payfast(settings: PayfastSettings): (request: Request) => Promise<Response> {
  const clock = new MovableClock()
  const notifications = new Notifications(settings.passphrase, clock)
  /** Undecided payments of correctly signed forms, by a random token. */
  const undecided = new Map<string, URLSearchParams>()

  function findProblem(form: URLSearchParams): string | undefined {
    if (form.get('merchant_id') !== settings.merchantId || form.get('merchant_key') !== settings.merchantKey)
      return 'Unknown merchant.'
    if (formSignature(form, settings.passphrase) !== form.get('signature'))
      return 'The signature of this payment does not match.'
    if (!/^\d+\.\d\d$/.test(form.get('amount') ?? '')) return 'The amount is not valid.'
    return undefined
  }

  async function start(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const problem = findProblem(form)
    if (problem) return page('PayFast sandbox', `<h1>400 Bad Request</h1><p>${problem}</p>`, 400)
    const token = randomUUID()
    undecided.set(token, form)
    const rows = SHOWN_FIELDS.map((name) => `<dt>${name}</dt><dd>${escapeHtml(form.get(name) ?? '')}</dd>`).join('')
    return page(
      'PayFast sandbox',
      `<h1>PayFast sandbox</h1><p>No money moves here.</p><dl>${rows}</dl>
       <form method="post" action="/eng/decide"><input type="hidden" name="payment" value="${token}">
       <button class="main" name="decision" value="pay">Pay Rs. ${escapeHtml(form.get('amount') ?? '')}</button>
       <button name="decision" value="fail">Fail</button>
       <button name="decision" value="cancel">Cancel</button></form>`,
    )
  }

  async function decide(request: Request): Promise<Response> {
    const submitted = new URLSearchParams(await request.text())
    const token = submitted.get('payment') ?? ''
    const form = undecided.get(token)
    if (!form) return page('PayFast sandbox', '<h1>This payment is over.</h1>', 410)
    const decision = DECISIONS[submitted.get('decision') ?? '']
    if (!decision) return page('PayFast sandbox', '<h1>400 Bad Request</h1><p>Unknown decision.</p>', 400)
    undecided.delete(token)
    // PayFast normally notifies the shop before the shopper returns.
    await notifications.send(form, String(randomInt(1_000_000, 2 ** 47)), decision.outcome)
    return Response.redirect(form.get(decision.backTo) ?? '', 302)
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && pathname === '/eng/process') return start(request)
    if (request.method === 'POST' && pathname === '/eng/decide') return decide(request)
    if (request.method === 'POST' && pathname === '/eng/query/validate')
      return new Response(notifications.isSent(await request.text()) ? 'VALID' : 'INVALID')
    // For tests only: moves the clock of the retries forward.
    if (request.method === 'POST' && pathname === '/clock') {
      clock.forward(Number(new URLSearchParams(await request.text()).get('minutes')) * MINUTE)
      return new Response('forwarded')
    }
    return page('PayFast sandbox', '<h1>Not found</h1>', 404)
  }
}
