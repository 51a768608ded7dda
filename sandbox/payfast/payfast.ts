import { createHash, randomInt } from 'node:crypto'
import { escapeHtml, page } from '../html.ts'

/** The sandbox merchant and passphrase; PayFast publishes this merchant for everybody's tests. */
export interface PayfastSettings {
  merchantId: string
  merchantKey: string
  passphrase: string
  /** Waits between the tries of a notification, in milliseconds. */
  retries: number[]
}

/** PHP's urlencode: only letters, digits and -_. stay, a space is a plus. */
function phpUrlencode(text: string): string {
  return encodeURIComponent(text)
    .replace(/[!'()*~]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%20', '+')
}

/** The signature over pairs in their order: `key=value&…&passphrase=…`, MD5 in lower-case hex. */
export function signature(pairs: [string, string][], passphrase: string): string {
  const text = [...pairs, ...(passphrase ? [['passphrase', passphrase] as const] : [])]
    .map(([key, value]) => `${key}=${phpUrlencode(value)}`)
    .join('&')
  return createHash('md5').update(text).digest('hex')
}

const ORDER_FIELDS = ['item_name', 'amount', 'm_payment_id', 'custom_str1', 'custom_str2', 'custom_str3'] as const

/** PayFast's public face: the hosted page with Pay and Cancel, the signed notification, and its confirmation. */
export function payfast(settings: PayfastSettings): (request: Request) => Promise<Response> {
  const open = new Map<string, URLSearchParams>()
  const sent = new Set<string>()

  async function process(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const pairs = [...form].filter(([key, value]) => key !== 'signature' && value !== '')
    const problem =
      form.get('merchant_id') !== settings.merchantId || form.get('merchant_key') !== settings.merchantKey
        ? 'Unknown merchant.'
        : signature(pairs, settings.passphrase) !== form.get('signature')
          ? 'The signature of this payment does not match.'
          : !/^\d+\.\d\d$/.test(form.get('amount') ?? '')
            ? 'The amount is not valid.'
            : undefined
    if (problem) return page('PayFast sandbox', `<h1>400 Bad Request</h1><p>${problem}</p>`, 400)
    const id = String(randomInt(1_000_000, 9_999_999))
    open.set(id, form)
    const rows = ORDER_FIELDS.map((key) => `<dt>${key}</dt><dd>${escapeHtml(form.get(key) ?? '')}</dd>`).join('')
    return page(
      'PayFast sandbox',
      `<h1>PayFast sandbox</h1><p>No money moves here.</p><dl>${rows}</dl>
       <form method="post" action="/eng/decide"><input type="hidden" name="payment" value="${id}">
       <button class="main" name="decision" value="pay">Pay Rs. ${escapeHtml(form.get('amount') ?? '')}</button>
       <button name="decision" value="cancel">Cancel</button></form>`,
    )
  }

  async function decide(request: Request): Promise<Response> {
    const answer = new URLSearchParams(await request.text())
    const id = answer.get('payment') ?? ''
    const form = open.get(id)
    if (!form) return page('PayFast sandbox', '<h1>This payment is over.</h1>', 410)
    open.delete(id)
    if (answer.get('decision') !== 'pay') return Response.redirect(form.get('cancel_url') ?? '', 302)
    // The notification normally arrives before the shopper is back.
    await notify(form, id)
    return Response.redirect(form.get('return_url') ?? '', 302)
  }

  async function notify(form: URLSearchParams, id: string): Promise<void> {
    const value = (key: string) => form.get(key) ?? ''
    const amount = value('amount')
    const numbered = (name: string) =>
      [1, 2, 3, 4, 5].map((n): [string, string] => [`${name}${n}`, value(`${name}${n}`)])
    const pairs: [string, string][] = [
      ['m_payment_id', value('m_payment_id')],
      ['pf_payment_id', id],
      ['payment_status', 'COMPLETE'],
      ['item_name', value('item_name')],
      ['item_description', value('item_description')],
      ['amount_gross', amount],
      ['amount_fee', '0.00'],
      ['amount_net', amount],
      ...numbered('custom_str'),
      ...numbered('custom_int'),
      ['name_first', value('name_first')],
      ['name_last', value('name_last')],
      ['email_address', value('email_address')],
      ['merchant_id', settings.merchantId],
    ]
    const message = pairs.map(([key, text]) => `${key}=${phpUrlencode(text)}`).join('&')
    sent.add(message)
    const body = `${message}&signature=${signature(pairs, settings.passphrase)}`
    if (await deliver(value('notify_url'), body)) return
    void (async () => {
      for (const wait of settings.retries) {
        await new Promise((resume) => setTimeout(resume, wait).unref())
        if (await deliver(value('notify_url'), body)) return
      }
    })()
  }

  return async (request) => {
    const { pathname } = new URL(request.url)
    if (request.method === 'POST' && pathname === '/eng/process') return process(request)
    if (request.method === 'POST' && pathname === '/eng/decide') return decide(request)
    if (request.method === 'POST' && pathname === '/eng/query/validate') {
      const asked = [...new URLSearchParams(await request.text())]
        .map(([key, text]) => `${key}=${phpUrlencode(text)}`)
        .join('&')
      return new Response(sent.has(asked) ? 'VALID' : 'INVALID')
    }
    return page('PayFast sandbox', '<h1>Not found</h1>', 404)
  }
}

async function deliver(url: string, body: string): Promise<boolean> {
  try {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(10_000),
    })
    await answer.arrayBuffer()
    return answer.status === 200
  } catch {
    return false
  }
}
