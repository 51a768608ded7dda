import { randomInt } from 'node:crypto'
import { dom } from './page-dom.ts'
import { formFields, type Fields, type Visitor } from './visitor.ts'

/** Returns a mobile number of Pakistan (0300 to 0329) that no other test uses. */
export function freshPhone(): string {
  return `03${randomInt(0, 3)}${String(randomInt(10_000_000, 99_999_999))}`
}

/** Returns the checkout form's fields with a delivery address, ready to submit. */
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

/** Adds a product to the cart by its page's form; in its first available size if none is preselected. */
export async function addToCart(visitor: Visitor, slug = 'guest-robe', quantity = '1'): Promise<void> {
  const product = await visitor.get(`/product/${slug}`)
  const size = dom(product).querySelector('input[name=size]:not([disabled])')?.getAttribute('value')
  const fields = { ...(size ? { size } : {}), ...formFields(product.html, 'name="product"') }
  await visitor.post('/cart', { ...fields, quantity, intent: 'add' })
}

/** Places an order of one product. Returns its number. */
export async function placeOrder(visitor: Visitor, payment: 'payfast' | 'cod', quantity = '1'): Promise<string> {
  await addToCart(visitor, 'guest-robe', quantity)
  const response = await visitor.submit('/checkout', await checkoutFields(visitor, payment))
  const orderId = /ORD-\d+-\d+/.exec(response.headers.get('location') ?? '')?.[0]
  if (!orderId) throw new Error(`No order: ${response.status} ${response.headers.get('location')}`)
  return orderId
}

type Decision = 'pay' | 'fail' | 'cancel'

/**
 * Opens an order's payment page at the sandbox's PayFast. Returns functions for its buttons: they notify the shop and return the
 * URL that the shopper is redirected to.
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

/** Presses a button of the payment page at the sandbox's PayFast. */
export async function decideAtPayfast(visitor: Visitor, orderId: string, decision: Decision): Promise<string> {
  return (await beginAtPayfast(visitor, orderId))(decision)
}

export async function payAtPayfast(visitor: Visitor, orderId: string): Promise<void> {
  await decideAtPayfast(visitor, orderId, 'pay')
}

/** Moves the clock of the sandbox's PayFast forward, so that it retries notifications. */
export async function advancePayfastClock(processUrl: string, minutes: number): Promise<void> {
  const body = new URLSearchParams({ minutes: String(minutes) })
  const response = await fetch(new URL('/clock', processUrl), { method: 'POST', body })
  if (!response.ok) throw new Error(`The clock was not moved: ${response.status}`)
}
