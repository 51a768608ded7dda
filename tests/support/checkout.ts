import { randomInt } from 'node:crypto'
import { dom } from './page-dom.ts'
import { formFields, type Fields, type Visitor } from './visitor.ts'

/** A mobile number of Pakistan that nobody else orders with: 0300 to 0329 are its operators'. */
export function freshPhone(): string {
  return `03${randomInt(0, 3)}${String(randomInt(10_000_000, 99_999_999))}`
}

/** The checkout's fields, ready to be placed: what the page offers and a delivery address. */
export async function checkoutFields(visitor: Visitor, payment: 'payfast' | 'cod'): Promise<Fields> {
  const checkout = await visitor.get('/checkout')
  return {
    ...formFields(checkout.html, 'attemptKey'),
    firstName: 'Nadia',
    lastName: 'Iqbal',
    address: '7 Canal Road',
    city: 'Faisalabad',
    phone: freshPhone(),
    payment,
    intent: 'place',
  }
}

/** Puts a product into the cart by its page's own form; in its first size that can be had where the page chooses none. */
export async function addToCart(visitor: Visitor, slug = 'guest-robe', quantity = '1'): Promise<void> {
  const product = await visitor.get(`/product/${slug}`)
  const size = dom(product).querySelector('input[name=size]:not([disabled])')?.getAttribute('value')
  const fields = { ...(size ? { size } : {}), ...formFields(product.html, 'name="product"') }
  await visitor.post('/cart', { ...fields, quantity, intent: 'add' })
}

/** Places an order; its number. */
export async function placeOrder(visitor: Visitor, payment: 'payfast' | 'cod'): Promise<string> {
  await addToCart(visitor)
  const answer = await visitor.submit('/checkout', await checkoutFields(visitor, payment))
  const orderId = /ORD-\d+-\d+/.exec(answer.headers.get('location') ?? '')?.[0]
  if (!orderId) throw new Error(`No order: ${answer.status} ${answer.headers.get('location')}`)
  return orderId
}

type Decision = 'pay' | 'fail' | 'cancel'

/**
 * Opens an order's payment page at the sandbox's PayFast. Returns what its buttons do: the shop is notified, then the shopper
 * is led to the address that is returned.
 */
export async function beginAtPayfast(
  visitor: Visitor,
  orderId: string,
): Promise<(decision: Decision) => Promise<string>> {
  const page = await visitor.get(`/pay/${orderId}`)
  const process = /<form[^>]*action="([^"]*\/eng\/process)"/.exec(page.html)?.[1] ?? ''
  const send = (path: string, fields: Fields) => {
    const body = new URLSearchParams(fields as Record<string, string>)
    return fetch(new URL(path, process), { method: 'POST', body, redirect: 'manual' })
  }
  const hosted = await (await send('/eng/process', formFields(page.html, 'merchant_id'))).text()
  return async (decision) => {
    const decided = await send('/eng/decide', { ...formFields(hosted, 'payment'), decision })
    return decided.headers.get('location') ?? ''
  }
}

/** Decides a payment at the sandbox's PayFast. */
export async function decideAtPayfast(visitor: Visitor, orderId: string, decision: Decision): Promise<string> {
  return (await beginAtPayfast(visitor, orderId))(decision)
}

/** Pays at the sandbox's PayFast. */
export async function payAtPayfast(visitor: Visitor, orderId: string): Promise<void> {
  await decideAtPayfast(visitor, orderId, 'pay')
}

/** Moves the clock of the sandbox's PayFast, so that it sends again what was not heard. */
export async function forwardPayfast(processUrl: string, minutes: number): Promise<void> {
  const body = new URLSearchParams({ minutes: String(minutes) })
  const answer = await fetch(new URL('/clock', processUrl), { method: 'POST', body })
  if (!answer.ok) throw new Error(`The clock stands: ${answer.status}`)
}
