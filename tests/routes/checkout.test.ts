import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumRows, sumText } from '../../app/sums/sums.tsx'
import { addToCart, checkoutFields, freshPhone, placeOrder } from '../support/checkout.ts'
import { all, dom, links, labelOf, words } from '../support/page-dom.ts'
import {
  anonymousClient,
  asPerson,
  mailTo,
  newPerson,
  serviceClient,
  signedIn,
  type Person,
} from '../support/people.ts'
import { formFields, type Page, type Visitor } from '../support/visitor.ts'

const problems = (page: Page) => all(dom(page), 'main [role=alert] div')
const option = (page: Page, name: string) =>
  dom(page)
    .querySelectorAll(`input[name=${name}]`)
    .map((input) => [input.getAttribute('value'), input.hasAttribute('checked')])

async function atCheckout(): Promise<{ person: Person; visitor: Visitor }> {
  const person = await newPerson()
  const visitor = await signedIn(person)
  await addToCart(visitor)
  return { person, visitor }
}

const ADDRESS = {
  address_line1: '1 Mall Road',
  first_name: 'Hira',
  last_name: 'Malik',
  city: 'Lahore',
  postal_code: '54000',
  country: 'Pakistan',
  phone: '+923124455667',
}

async function saveAddress(
  person: Person,
  more: {
    address_line1?: string
    first_name?: string
    last_name?: string
    is_primary?: boolean
    phone?: string | null
    country?: string
  } = {},
): Promise<string> {
  const { data, error } = await (
    await asPerson(person)
  )
    .from('profile_addresses')
    .insert({ profile_id: person.id, ...ADDRESS, ...more })
    .select('id')
    .single()
  if (error) throw error
  return data.id
}

async function orderOf(person: Person) {
  const { data } = await serviceClient()
    .from('orders')
    .select('*, order_items(*)')
    .eq('user_id', person.id)
    .order('created_at', { ascending: false })
  return data ?? []
}

test('shows the fields of a new address (CH-09, CH-10, CH-11, CH-12, CH-13, CH-14, CH-15)', async () => {
  const { visitor } = await atCheckout()
  const page = dom(await visitor.get('/checkout'))
  const label = (name: string) => labelOf(page, name)
  expect(['firstName', 'lastName', 'address', 'apartment', 'city', 'postalCode', 'phone'].map(label)).toEqual([
    'First name',
    'Last name (optional)',
    'Address',
    'Apartment or suite (optional)',
    'City',
    'Postal code (optional)',
    'Phone',
  ])
})

test('fills in the shopper’s e-mail, and Pakistan of three countries (CH-01, CH-02, CH-06, CH-07, CH-15)', async () => {
  const { person, visitor } = await atCheckout()
  const page = dom(await visitor.get('/checkout'))
  expect(page.querySelector('input[name=email]')?.getAttribute('value')).toBe(person.email)
  const countries = page.querySelectorAll('select[name=country] option').map((one) => one.getAttribute('value'))
  expect(countries).toEqual(['Pakistan', 'USA', 'UK'])
  expect(formFields(page.toString(), 'attemptKey').country).toBe('Pakistan')
  expect(formFields(page.toString(), 'attemptKey').phoneCountry).toBe('PK')
})

test('offers to save a new address, as home or office (CH-17, CH-18, CH-19, CH-20)', async () => {
  const { visitor } = await atCheckout()
  const page = dom(await visitor.get('/checkout'))
  expect(option(await visitor.get('/checkout'), 'label')).toEqual([
    ['Home', true],
    ['Office', false],
  ])
  const keep = page.querySelector('input[name=saveAddress]')
  expect([keep?.getAttribute('type'), keep?.hasAttribute('disabled')]).toEqual(['checkbox', false])
  expect(all(page, 'button[value=save-address]')).toEqual(['Save Address'])
})

test('lists the saved addresses with the primary one selected, and a new one (CH-03, CH-04, CH-05)', async () => {
  const { person, visitor } = await atCheckout()
  const first = await saveAddress(person)
  const second = await saveAddress(person, { address_line1: '2 Mall Road' })
  const chosen = async () => new Map(option(await visitor.get('/checkout'), 'deliverTo') as [string, boolean][])
  expect(await chosen()).toEqual(
    new Map([
      [second, false],
      [first, true],
      ['new', false],
    ]),
  )
  await (await asPerson(person)).rpc('set_primary_address', { p_address_id: second })
  expect((await chosen()).get(second)).toBe(true)
  const response = await visitor.submit('/checkout', {
    ...formFields((await visitor.get('/checkout')).html, 'attemptKey'),
    deliverTo: second,
    payment: 'cod',
    intent: 'place',
  })
  expect(response.headers.get('location')).toMatch(/^\/checkout\/placed\//)
  expect((await orderOf(person))[0]?.shipping_address).toMatchObject({ address_line1: '2 Mall Road', city: 'Lahore' })
})

test('chooses no saved address abroad by itself, and says that the shop doesn’t deliver there yet', async () => {
  const { person, visitor } = await atCheckout()
  const abroad = await saveAddress(person, { country: 'UK' })
  expect(option(await visitor.get('/checkout'), 'deliverTo')).toEqual([
    [abroad, false],
    ['new', true],
  ])
  const home = await saveAddress(person, { address_line1: '2 Mall Road' })
  const page = await visitor.get('/checkout')
  expect(new Map(option(page, 'deliverTo') as [string, boolean][]).get(home)).toBe(true)
  expect(words(dom(page).querySelector(`label:has(input[value="${abroad}"])`))).toContain(
    'We don’t deliver to the United Kingdom yet.',
  )
})

test('asks only for the missing name and phone of a saved address, and stores them', async () => {
  const { person, visitor } = await atCheckout()
  const saved = await saveAddress(person, { first_name: '', last_name: '', phone: null })
  const fields = {
    ...formFields((await visitor.get('/checkout')).html, 'attemptKey'),
    deliverTo: saved,
    payment: 'cod',
  }
  const refused = await visitor.post('/checkout', { ...fields, intent: 'place' })
  expect([refused.status, problems(refused)]).toEqual([
    400,
    ['Please enter the name of the person who receives the order', 'Phone number is required'],
  ])
  expect(await orderOf(person)).toEqual([])
  const invalid = await visitor.post('/checkout', { ...fields, savedFirstName: 'Hira', savedPhone: '042 35761234' })
  expect(problems(invalid)).toEqual([expect.stringMatching(/^Please enter a mobile number: /)])
  expect(dom(invalid).querySelector('input[name=savedFirstName]')?.getAttribute('value')).toBe('Hira')
  const placed = await visitor.post('/checkout', { ...fields, savedFirstName: 'Hira', savedPhone: '0321 4455667' })
  expect(placed.url).toMatch(/^\/checkout\/placed\//)
  expect((await orderOf(person))[0]).toMatchObject({
    contact_phone: '+923214455667',
    shipping_address: { first_name: 'Hira', address_line1: '1 Mall Road' },
  })
  const { data } = await serviceClient().from('profile_addresses').select('*').eq('id', saved).single()
  expect(data).toMatchObject({ first_name: 'Hira', phone: '+923214455667' })
})

test('ignores a posted name and phone if the saved address has them', async () => {
  const { person, visitor } = await atCheckout()
  const saved = await saveAddress(person)
  const page = await visitor.get('/checkout')
  expect(dom(page).querySelector('[name=savedPhone], [name=savedFirstName]')).toBeNull()
  const fields = { ...formFields(page.html, 'attemptKey'), deliverTo: saved, payment: 'cod', intent: 'place' }
  await visitor.post('/checkout', { ...fields, savedLacks: 'name phone', savedFirstName: 'Eve', savedPhone: '12' })
  expect((await orderOf(person))[0]).toMatchObject({
    contact_phone: '+923124455667',
    shipping_address: { first_name: 'Hira' },
  })
})

test('repeats an order to an address that was completed meanwhile as the same order', async () => {
  const { person, visitor } = await atCheckout()
  const saved = await saveAddress(person, { phone: null })
  const fields = {
    ...formFields((await visitor.get('/checkout')).html, 'attemptKey'),
    deliverTo: saved,
    payment: 'cod',
  }
  const cookies = new Map(visitor.cookies)
  const first = await visitor.submit('/checkout', { ...fields, savedPhone: '0321 4455668', intent: 'place' })
  visitor.cookies = cookies
  const again = await visitor.submit('/checkout', { ...fields, savedPhone: '0321 4455668', intent: 'place' })
  expect(again.headers.get('location')).toBe(first.headers.get('location'))
  expect(await orderOf(person)).toHaveLength(1)
})

test('requires a name for a new address', async () => {
  const { person, visitor } = await atCheckout()
  const fields = await checkoutFields(visitor, 'cod')
  const page = await visitor.post('/checkout', { ...fields, firstName: ' ', lastName: '' })
  expect(problems(page)).toEqual(['Please enter the name of the person who receives the order'])
  expect(await orderOf(person)).toEqual([])
})

test('allows two unpaid card orders; refuses a third, but not in cash', async () => {
  const { person, visitor } = await atCheckout()
  await placeOrder(visitor, 'payfast')
  await placeOrder(visitor, 'payfast')
  await addToCart(visitor)
  const refused = await visitor.post('/checkout', await checkoutFields(visitor, 'payfast'))
  expect(refused.text).toContain('Some of your orders are still waiting for payment.')
  expect(await orderOf(person)).toHaveLength(2)
  await placeOrder(visitor, 'cod')
})

test('validates the phone by the country beside it, the postal code by the address’s country (CH-08)', async () => {
  const { visitor } = await atCheckout()
  const fields = await checkoutFields(visitor, 'cod')
  const send = (more: Record<string, string>) => visitor.post('/checkout', { ...fields, ...more })
  expect(problems(await send({ postalCode: '9021' }))).toEqual(['Postal code is invalid'])
  const abroad = problems(await send({ country: 'UK', postalCode: '54000', phone: '+44 7400 123456' }))
  expect(abroad.toSorted()).toEqual([
    'Postal code is invalid',
    'We don’t deliver to the United Kingdom. We deliver to Pakistan.',
  ])
  expect(problems(await send({ country: 'UK', phone: '07400 123456' }))).toEqual([
    'We don’t deliver to the United Kingdom. We deliver to Pakistan.',
    expect.stringMatching(/^Phone number is invalid\. Example for Pakistan: 0301 2345678\./),
  ])
  expect(problems(await send({ phone: '' }))).toEqual(['Phone number is required'])
})

test('validates a phone by the country chosen beside it, whatever the destination (CH-08, CH-15)', async () => {
  const phoneAfter = async (more: Record<string, string>) => {
    const { person, visitor } = await atCheckout()
    await visitor.post('/checkout', { ...(await checkoutFields(visitor, 'cod')), ...more })
    return (await orderOf(person))[0]?.contact_phone
  }
  expect(await phoneAfter({ phone: '0300 7650001' })).toBe('+923007650001')
  expect(await phoneAfter({ phone: '050 123 4567', phoneCountry: 'AE' })).toBe('+971501234567')
  expect(await phoneAfter({ phone: '+44 7400 123457', phoneCountry: 'nonsense' })).toBe('+447400123457')
})

test('saves an address from the checkout, and keeps the other fields (CH-20, CH-21, CH-22)', async () => {
  const { person, visitor } = await atCheckout()
  const fields = await checkoutFields(visitor, 'payfast')
  const saved = await visitor.post('/checkout', { ...fields, intent: 'save-address', label: 'Office' })
  expect([saved.url, saved.text]).toEqual(['/checkout', expect.stringContaining('Address added successfully')])
  expect(saved.text).toContain('7 Canal Road')
  const { data } = await serviceClient().from('profile_addresses').select('*').eq('profile_id', person.id)
  expect(data).toMatchObject([{ address_line1: '7 Canal Road', address_type: 'Office', is_primary: true }])
  const empty = await visitor.post('/checkout', { ...fields, address: '', city: '', intent: 'save-address' })
  expect(problems(empty)).toEqual(['Address is required', 'Town/city is required'])
  const signedOut = await (await atCheckout()).visitor
  signedOut.cookies.delete('website_session')
  expect((await signedOut.post('/checkout', { ...fields, intent: 'save-address' })).text).toContain(
    'Please log in to save an address',
  )
})

test('saves a new address on request, as Home unless changed (CH-18, CH-19)', async () => {
  const { person, visitor } = await atCheckout()
  await visitor.post('/checkout', { ...(await checkoutFields(visitor, 'cod')), saveAddress: 'on' })
  const { data } = await serviceClient().from('profile_addresses').select('*').eq('profile_id', person.id)
  expect(data).toMatchObject([{ address_line1: '7 Canal Road', city: 'Faisalabad', address_type: 'Home' }])
  const other = await atCheckout()
  await other.visitor.post('/checkout', await checkoutFields(other.visitor, 'cod'))
  expect((await serviceClient().from('profile_addresses').select('id').eq('profile_id', other.person.id)).data).toEqual(
    [],
  )
})

test('offers one shipping method, two payment methods and two billing choices (CH-25, CH-26, CH-27, CH-28, CH-29)', async () => {
  const { visitor } = await atCheckout()
  const page = await visitor.get('/checkout')
  const root = dom(page)
  const card = (name: string) =>
    words(root.querySelector(`input[name=${name}]`)?.parentNode as Parameters<typeof words>[0])
  expect(card('shippingMethod')).toMatch(/^Standard Method Arrives .+ ?Rs\. 150\.00$/)
  expect(root.querySelectorAll('input[name=shippingMethod]')).toHaveLength(1)
  expect(option(page, 'payment')).toEqual([
    ['payfast', true],
    ['cod', false],
  ])
  expect(option(page, 'billing')).toEqual([
    ['same', true],
    ['different', false],
  ])
})

test('shows the fields of a billing address (CH-31, CH-32, CH-33, CH-34)', async () => {
  const { visitor } = await atCheckout()
  const root = dom(await visitor.get('/checkout'))
  const label = (name: string) => labelOf(root, name)
  const names = ['billingFirstName', 'billingLastName', 'billingAddress', 'billingApartment', 'billingCity']
  expect([...names, 'billingPostalCode', 'billingCountry'].map(label)).toEqual([
    'Billing first name (optional)',
    'Billing last name (optional)',
    'Billing address',
    'Billing apartment or suite (optional)',
    'Billing city',
    'Billing postal code',
    'Billing country',
  ])
})

test('requires only the addresses that are used (CH-30, CH-35, CH-36, CH-37)', async () => {
  const { person, visitor } = await atCheckout()
  const fields = await checkoutFields(visitor, 'cod')
  const send = (more: Record<string, string>) => visitor.post('/checkout', { ...fields, ...more })
  const shipping = await send({ address: ' ', city: '' })
  const [SHIPPING, BILLING] = ['Please provide a valid shipping address', 'Please provide a valid billing address']
  expect([shipping.status, ...problems(shipping)]).toEqual([400, SHIPPING, `${SHIPPING}, with its city`])
  expect(problems(await send({ address: ' ' }))).toEqual([SHIPPING])
  expect(problems(await send({ city: ' ' }))).toEqual([`${SHIPPING}, with its city`])
  expect(dom(shipping).querySelector('input[name=firstName]')?.getAttribute('value')).toBe('Nadia')
  const billing = await send({ billing: 'different' })
  const [noCity, noCode] = [`${BILLING}, with its city`, `${BILLING}, with its postal code`]
  expect([billing.status, ...problems(billing)]).toEqual([400, BILLING, noCity, noCode])
  const complete = {
    billing: 'different',
    billingAddress: '9 Bank Road',
    billingCity: 'Murree',
    billingPostalCode: '47150',
  }
  expect(problems(await send({ ...complete, billingAddress: '' }))).toEqual([BILLING])
  expect(problems(await send({ ...complete, billingCity: '' }))).toEqual([noCity])
  const uncoded = { billing: 'different', billingAddress: '9 Bank Road', billingCity: 'Murree' }
  expect(problems(await send(uncoded))).toEqual([noCode])
  const half = { billing: 'same', billingAddress: '9 Bank Road', billingPostalCode: 'nonsense' }
  expect((await send(half)).url).toMatch(/^\/checkout\/placed\//)
  expect((await orderOf(person))[0]?.billing_address).toMatchObject({ address_line1: '7 Canal Road' })
  await addToCart(visitor)
  const again = await checkoutFields(visitor, 'cod')
  await visitor.post('/checkout', { ...again, ...uncoded, billingPostalCode: '47150' })
  expect((await orderOf(person))[0]?.billing_address).toMatchObject({
    address_line1: '9 Bank Road',
    postal_code: '47150',
  })
})

test('shows that there is nothing to check out (CH-38, CH-56)', async () => {
  const visitor = await signedIn(await newPerson())
  expect((await visitor.get('/checkout')).text).toContain('Your cart is empty')
  const { visitor: buyer } = await atCheckout()
  const fields = await checkoutFields(buyer, 'cod')
  expect((await visitor.post('/checkout', fields)).text).toContain('Your cart is empty')
})

test('labels the button by the payment method (CH-39, CH-40)', async () => {
  const { visitor } = await atCheckout()
  const page = await visitor.get('/checkout')
  const total = /Total (Rs\. [\d,.]+)/.exec(page.text)?.[1]
  const button = dom(page).querySelector('.pay-button')
  expect(words(button?.querySelector('.pay-by-card') ?? null)).toBe(`Pay ${total}`)
  expect(words(button?.querySelector('.pay-in-cash') ?? null)).toBe('Place Order (Cash on Delivery)')
})

test('confirms a cash order, mails it, empties the cart, and moves on to the orders after five seconds (CH-43, CH-44, CH-45, CH-46, CH-47, CH-48, PY-03, PY-04)', async () => {
  const { person, visitor } = await atCheckout()
  const placed = await visitor.post('/checkout', await checkoutFields(visitor, 'cod'))
  expect(placed.text).toContain('Order Placed Successfully')
  expect(placed.text).toContain('A confirmation will arrive by email')
  expect(dom(placed).querySelector('noscript')?.toString()).toContain('content="5;url=/profile/active-orders"')
  // The choice to stay is the first link of the page's own, and works without scripts.
  const [stay = ''] = links(dom(placed), 'main a')
  expect(stay).toMatch(/\?stay=1$/)
  expect((await visitor.get(stay)).html).not.toMatch(/http-equiv="refresh"|data-move-on/i)
  expect(visitor.cookies.has('addtocartItems')).toBe(false)
  expect((await visitor.get('/cart')).text).toContain('Your cart is empty')
  const [order] = await orderOf(person)
  expect(order).toMatchObject({ status: 'Processing', payment_status: true, payment_method: 'cod' })
  const mail = await mailTo(person.email, /order/i)
  expect(mail.subject + (mail.html ?? mail.text)).toContain(order?.order_id)
})

test('shows lines, savings and sums in the summary on a phone (CH-49, CH-50, CH-51, CH-52, CH-53, CH-54, CH-55)', async () => {
  const visitor = await signedIn(await newPerson())
  const { data: sale } = await anonymousClient().from('products').select('slug').gt('discount', 0).limit(1).single()
  await addToCart(visitor, sale?.slug, '2')
  const page = dom(await visitor.get('/checkout'))
  const summary = page.querySelector('.phone-summary')
  const item = summary?.querySelector('.order-item') ?? null
  expect(words(item)).toContain('Qty 2')
  expect(words(item?.querySelector('.badge') ?? null)).toMatch(/^-\d+%$/)
  expect(words(item?.querySelector('s') ?? null)).toMatch(/^Rs\. /)
  const names = summary?.querySelectorAll('.sums dt').map((name) => words(name))
  expect(names).toEqual(['Subtotal', 'Discount Savings', 'Shipping', 'Total'])
  expect(words(summary?.querySelectorAll('.sums dd')[2] ?? null)).toBe('Rs. 150.00')
  const plain = await signedIn(await newPerson())
  const { data: full } = await anonymousClient().from('products').select('slug').eq('discount', 0).limit(1).single()
  await addToCart(plain, full?.slug)
  expect(all(dom(await plain.get('/checkout')), '.phone-summary .sums dt')).not.toContain('Discount Savings')
})

test('creates a card order as Pending, then PaymentPending; a second click is the same order (CH-59, PY-01, PY-02)', async () => {
  const { person, visitor } = await atCheckout()
  const fields = await checkoutFields(visitor, 'payfast')
  const cookies = new Map(visitor.cookies)
  const first = await visitor.submit('/checkout', fields)
  visitor.cookies = cookies
  const second = await visitor.submit('/checkout', fields)
  expect(first.headers.get('location')).toMatch(/^\/pay\/ORD-/)
  expect(second.headers.get('location')).toBe(first.headers.get('location'))
  const orders = await orderOf(person)
  expect(orders).toHaveLength(1)
  expect(orders[0]).toMatchObject({ status: 'PaymentPending', payment_status: false })
  expect(orders[0]?.history).toMatchObject([{ status: 'Pending' }, { status: 'PaymentPending' }])
})

test('takes the order’s data from the database, not from the form (CH-60)', async () => {
  const { person, visitor } = await atCheckout()
  const fields = await checkoutFields(visitor, 'cod')
  await visitor.post('/checkout', { ...fields, items: '[]', total_amount: '1', price: '1', final_price: '1' })
  const { data: robe } = await anonymousClient()
    .from('products')
    .select('final_price')
    .eq('slug', 'guest-robe')
    .single()
  const [order] = await orderOf(person)
  expect(order?.total_amount).toBe(Number(robe?.final_price) + 150)
  expect(order?.order_items).toMatchObject([{ price_at_purchase: Number(robe?.final_price), quantity: 1 }])
})

test('refuses more than the stock and names the line (CH-61)', async () => {
  const { person, visitor } = await atCheckout()
  const fields = await checkoutFields(visitor, 'cod')
  const { data: robe } = await serviceClient()
    .from('products')
    .select('id, product_variants(id, stock)')
    .eq('slug', 'guest-robe')
    .single()
  const variants = robe?.product_variants ?? []
  for (const { id } of variants) await serviceClient().from('product_variants').update({ stock: 0 }).eq('id', id)
  const page = await visitor.post('/checkout', fields)
  for (const { id, stock } of variants) await serviceClient().from('product_variants').update({ stock }).eq('id', id)
  expect([page.url, page.text]).toEqual([
    '/cart',
    expect.stringContaining('Something in your cart can no longer be ordered.'),
  ])
  const line = dom(page).querySelector('.cart-line[data-problem]')
  expect(words(line)).toContain('Sold out in this size.')
  expect(await orderOf(person)).toEqual([])
})

test('shows the new total after a price change, and the order can be placed at once', async () => {
  const { person, visitor } = await atCheckout()
  const page = await visitor.post('/checkout', { ...(await checkoutFields(visitor, 'cod')), expectedInCash: '1' })
  expect([page.status, problems(page)[0]]).toEqual([409, expect.stringContaining('A price has changed')])
  expect(dom(page).querySelector('input[name=address]')?.getAttribute('value')).toBe('7 Canal Road')
  const fields = { ...formFields(page.html, 'attemptKey'), payment: 'cod', intent: 'place' }
  expect((await visitor.post('/checkout', fields)).text).toContain('Order Placed Successfully')
  expect(await orderOf(person)).toHaveLength(1)
})

test('reports a cart changed in another tab as a changed cart, whatever it costs', async () => {
  const { person, visitor } = await atCheckout()
  const { data: other } = await anonymousClient()
    .from('products')
    .select('slug, price')
    .eq('discount', 0)
    .limit(1)
    .single()
  const changes = [
    () => addToCart(visitor),
    () => addToCart(visitor, other?.slug),
    async () => {
      const { key } = formFields((await visitor.get('/cart')).html, 'name="key"')
      await visitor.post('/cart', { key: String(key), intent: 'less' })
    },
  ]
  for (const change of changes) {
    const fields = await checkoutFields(visitor, 'cod')
    await change()
    const page = await visitor.post('/checkout', fields)
    expect([page.status, problems(page)]).toEqual([
      409,
      ['Your cart has changed since you saw this page. Please check the summary and place the order again.'],
    ])
  }
  expect(await orderOf(person)).toEqual([])
  const page = await visitor.post('/checkout', await checkoutFields(visitor, 'cod'))
  expect(page.text).toContain('Order Placed Successfully')
})

test('charges what the page showed, although the cart holds a promo code without effect', async () => {
  const { person, visitor } = await atCheckout()
  await visitor.post('/cart', { intent: 'promo', code: 'NOSUCHCODE' })
  expect((await visitor.post('/checkout', await checkoutFields(visitor, 'cod'))).text).toContain('Order Placed')
  expect(await orderOf(person)).toMatchObject([{ promo_code: null, promo_discount: 0 }])
})

test('reports every error of a checkout at once, and keeps what was typed', async () => {
  const { visitor } = await atCheckout()
  const fields = {
    ...(await checkoutFields(visitor, 'cod')),
    email: 'nonsense',
    city: '',
    phone: '12',
    billing: 'different',
  }
  const page = await visitor.post('/checkout', fields)
  const wrong = dom(page)
    .querySelectorAll('main [aria-invalid=true]')
    .map((input) => input.getAttribute('name'))
  expect(wrong).toEqual(['email', 'city', 'phone', 'billingAddress', 'billingCity', 'billingPostalCode'])
  expect(formFields(page.html, 'attemptKey')).toMatchObject({ email: 'nonsense', phone: '12', payment: 'cod' })
})

test('keeps payment, e-mail and billing after Save Address, and selects the saved address', async () => {
  const { person, visitor } = await atCheckout()
  const billing = {
    billing: 'different',
    billingAddress: '9 Bank Road',
    billingCity: 'Murree',
    billingPostalCode: '47150',
  }
  const fields = { ...(await checkoutFields(visitor, 'cod')), ...billing, email: 'other@example.com' }
  const saved = await visitor.post('/checkout', { ...fields, intent: 'save-address' })
  expect(saved.text).not.toContain('as you left it')
  const { data } = await serviceClient().from('profile_addresses').select('id').eq('profile_id', person.id).single()
  const kept = formFields(saved.html, 'attemptKey')
  expect(kept).toMatchObject({ ...billing, email: 'other@example.com', payment: 'cod', deliverTo: data?.id })
  expect(kept.address).toBe('')
  await visitor.post('/checkout', { ...kept, intent: 'place' })
  expect(await orderOf(person)).toMatchObject([
    {
      contact_email: 'other@example.com',
      payment_method: 'cod',
      shipping_address: { address_line1: '7 Canal Road' },
      billing_address: { address_line1: '9 Bank Road' },
    },
  ])
})

test('stores the device class with the order', async () => {
  const agents = {
    Mobile: 'Mozilla/5.0 (Linux; Android 13) Mobile',
    Tablet: 'Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X)',
    Computer: 'Mozilla/5.0 (X11; Linux x86_64)',
  }
  for (const [device, agent] of Object.entries(agents)) {
    const { person, visitor } = await atCheckout()
    await visitor.submit('/checkout', await checkoutFields(visitor, 'cod'), { 'user-agent': agent })
    expect((await orderOf(person))[0]?.device).toBe(device)
  }
})

test('shows an empty cart and a link to the orders on Back after an order', async () => {
  const visitor = await signedIn(await newPerson())
  await placeOrder(visitor, 'cod')
  const page = await visitor.get('/checkout')
  expect(page.text).toContain('Your cart is empty')
  expect(dom(page).querySelector('.empty a')?.getAttribute('href')).toBe('/profile/active-orders')
  expect(page.headers.get('cache-control')).toContain('no-store')
})

test('shows the same sums in cart, checkout and order for any cart, and charges their total (CA-25, CA-26, PY-07)', async () => {
  const { data } = await serviceClient()
    .from('products')
    .select(
      'id, price, final_price, product_variants(label, stock, variant_stock(stock, colors(name))), product_colors(colors(name))',
    )
    .limit(40)
  const choices = (data ?? []).flatMap((product) => {
    const color = product.product_colors[0]?.colors.name ?? ''
    return product.product_variants
      .map(({ label, stock, variant_stock }) => ({
        label,
        stock: variant_stock.length > 0 ? variant_stock.find(({ colors }) => colors.name === color)?.stock : stock,
      }))
      .filter(({ stock }) => stock === null || (stock ?? 0) > 15)
      .map(({ label }) => ({
        product_id: product.id,
        size: label ?? '',
        color,
        list: Math.round(product.price * 100),
        final: Math.round(Number(product.final_price) * 100),
      }))
  })
  const cart = fc.uniqueArray(fc.tuple(fc.nat(choices.length - 1), fc.integer({ min: 1, max: 3 })), {
    minLength: 1,
    maxLength: 8,
    selector: ([place]) => place,
  })
  const property = fc.asyncProperty(cart, fc.constantFrom('', 'JASMINE10'), async (chosen, code) => {
    const person = await newPerson()
    const visitor = await signedIn(person)
    const lines = chosen.flatMap(([place, quantity]) => {
      const choice = choices[place]
      return choice ? [{ ...choice, quantity }] : []
    })
    await (await asPerson(person)).rpc('change_cart', { p_change: 'add', p_lines: lines })
    await visitor.get('/cart')
    if (code) await visitor.post('/cart', { intent: 'promo', code })
    const subtotal = lines.reduce((sum, { final, quantity }) => sum + final * quantity, 0)
    const savings = lines.reduce((sum, { list, final, quantity }) => sum + (list - final) * quantity, 0)
    const off = code ? Math.round(subtotal / 10) : 0
    const total = subtotal - off + 15_000
    const sums = {
      subtotal,
      savings,
      promo_discount: off,
      discount: 0,
      delivery_fee: 15_000,
      total_amount: total,
      cash_fee: 0,
    }
    const rows = sumRows(sums)
    const expected = rows.map((row) => [row.name, sumText(row)])
    const shown = (page: Page, block = 'main .sums') =>
      dom(page)
        .querySelector(block)
        ?.querySelectorAll('div')
        .map((row) => [
          words(row.querySelector('dt')).replace('Shipping', 'Delivery Fee'),
          words(row.querySelector('dd')),
        ])
    expect(shown(await visitor.get('/cart'))).toEqual(expected)
    const checkout = await visitor.get('/checkout')
    expect([shown(checkout, '.phone-summary .sums'), shown(checkout, '.wide-summary .sums')]).toEqual([
      expected,
      expected,
    ])
    const response = await visitor.submit('/checkout', await checkoutFields(visitor, 'payfast'))
    const [order] = await orderOf(person)
    expect(
      [order?.subtotal, order?.savings, order?.promo_discount, order?.total_amount].map((sum) =>
        Math.round(Number(sum) * 100),
      ),
    ).toEqual([subtotal, savings, off, total])
    expect(shown(await visitor.get(`/profile/active-orders/${order?.order_id}`))).toEqual(expected)
    const payment = formFields((await visitor.get(response.headers.get('location') ?? '')).html, 'merchant_id')
    expect(payment.amount).toBe(`${Math.trunc(total / 100)}.${String(total % 100).padStart(2, '0')}`)
  })
  await fc.assert(property, { numRuns: 3 })
})

/** Places a cash order for a phone number. Returns the resulting page. */
async function orderForCash(visitor: Visitor, phone: string): Promise<Page> {
  await addToCart(visitor)
  return visitor.post('/checkout', { ...(await checkoutFields(visitor, 'cod')), phone })
}

test('allows three open cash orders per account, and explains the refusal of a fourth', async () => {
  const visitor = await signedIn(await newPerson())
  for (let n = 0; n < 3; n += 1)
    expect((await orderForCash(visitor, freshPhone())).text).toContain('Order Placed Successfully')
  const refused = await orderForCash(visitor, freshPhone())
  expect([refused.status, refused.text]).toEqual([
    409,
    expect.stringContaining(
      'Several of your cash on delivery orders are still open. Please pay by card, or wait for one to arrive.',
    ),
  ])
  expect(dom(refused).querySelector('input[name=address]')?.getAttribute('value')).toBe('7 Canal Road')
})

test('moves on from a placed order after five seconds, unless the shopper stays', async () => {
  const { visitor } = await atCheckout()
  const orderId = await placeOrder(visitor, 'cod')
  const placed = await visitor.get(`/checkout/placed/${orderId}`)
  expect(placed.html).toContain(`content="5;url=/profile/active-orders"`)
  const stay = dom(placed)
    .querySelectorAll('main a')
    .find((link) => words(link) === 'Stay here')
    ?.getAttribute('href')
  expect(stay).toBe(`/checkout/placed/${orderId}?stay=1`)
  const stayed = await visitor.get(stay ?? '')
  expect(stayed.html).not.toMatch(/http-equiv="?refresh|data-move-on/i)
  expect(stayed.text).not.toContain('You go on to your orders')
})

test('lists what is wrong in the order of the page, each with its sentence and link, the first with the focus', async () => {
  const { visitor } = await atCheckout()
  const fields = await checkoutFields(visitor, 'cod')
  const emptied = { email: 'x', firstName: '', lastName: '', address: '', city: '', postalCode: '1', phone: '' }
  const root = dom(await visitor.post('/checkout', { ...fields, ...emptied, billing: 'different' }))
  const targets = links(root, '[role=alert] a').map((href) => href.split('-').at(-1))
  const wrong = [
    'email',
    'firstName',
    'address',
    'city',
    'postalCode',
    'phone',
    'billingAddress',
    'billingCity',
    'billingPostalCode',
  ]
  expect(targets).toEqual(wrong)
  expect(root.querySelectorAll('main [aria-invalid=true]').map((input) => input.getAttribute('name'))).toEqual(wrong)
  expect(root.querySelector('[autofocus]')?.getAttribute('name')).toBe('email')
  // What may not be left out is exposed; the labels of the rest say that they may.
  const required = root.querySelectorAll('main input[required]').map((input) => input.getAttribute('name'))
  expect(required).toEqual([
    'email',
    'firstName',
    'address',
    'city',
    'phone',
    'billingAddress',
    'billingCity',
    'billingPostalCode',
  ])
  const optional = all(root, 'main label').filter((text) => text.endsWith('(optional)'))
  expect(optional).toEqual(
    expect.arrayContaining(['Last name (optional)', 'Postal code (optional)', 'Delivery note (optional)']),
  )
})

test('leads a second tab with the same cart to the order of the first, instead of placing another', async () => {
  const { person, visitor } = await atCheckout()
  const tabs = [await checkoutFields(visitor, 'cod'), await checkoutFields(visitor, 'cod')]
  const responses = await Promise.all(tabs.map((fields) => visitor.submit('/checkout', fields)))
  const [order, ...others] = await orderOf(person)
  expect(others).toEqual([])
  const led = responses.map((response) => response.headers.get('location'))
  expect(led).toEqual([`/checkout/placed/${order?.order_id}`, `/checkout/placed/${order?.order_id}`])
  expect((await visitor.get(led[0] ?? '')).text).toContain('This cart has been ordered already')
})

test('leads a second device with the same cart to the order of the first, and keeps the lines added since', async () => {
  const { person, visitor: phone } = await atCheckout()
  const laptop = await signedIn(person)
  const [first, second] = [await checkoutFields(phone, 'cod'), await checkoutFields(laptop, 'cod')]
  const placed = await phone.post('/checkout', first)
  await addToCart(phone, 'satin-nightgown-with-lace-hem')
  const led = await laptop.post('/checkout', second)
  expect([led.url, led.text]).toEqual([placed.url, expect.stringContaining('This cart has been ordered already')])
  expect(await orderOf(person)).toHaveLength(1)
  const cart = dom(await laptop.get('/cart')).toString()
  expect([cart.includes('satin-nightgown'), cart.includes('guest-robe')]).toEqual([true, false])
})

test('leads a shopper whose cart was changed on another device back to the cart', async () => {
  const { person, visitor: phone } = await atCheckout()
  const laptop = await signedIn(person)
  const fields = await checkoutFields(phone, 'cod')
  await addToCart(laptop)
  const led = await phone.post('/checkout', fields)
  expect([led.url, led.text]).toEqual(['/cart', expect.stringContaining('Your cart has changed since')])
  expect(await orderOf(person)).toEqual([])
  expect((await phone.post('/checkout', await checkoutFields(phone, 'cod'))).url).toMatch(/^\/checkout\/placed\//)
  const [order] = await orderOf(person)
  expect(order?.order_items).toMatchObject([{ quantity: 2 }])
})
