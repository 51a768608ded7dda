import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { dom, words } from '../support/page-dom.ts'
import { anonymousClient, mailTo, newPerson, newVisitor, serviceClient, signedIn } from '../support/people.ts'
import { formFields } from '../support/visitor.ts'

const SLUG = 'waited-for-slip'
const PAGE = `/product/${SLUG}`
const FORM = `/back-in-stock?product=${SLUG}`
let product = ''

beforeAll(async () => {
  const { data } = await serviceClient()
    .from('products')
    .insert({ name: 'Waited-for slip', slug: SLUG, price: 1200 })
    .select('id')
    .single()
  product = data?.id ?? ''
  await serviceClient()
    .from('product_variants')
    .insert([
      { product_id: product, size: 'S', stock: 4, display_order: 1 },
      { product_id: product, size: 'M', stock: 0, display_order: 2 },
      { product_id: product, size: 'L', stock: 0, display_order: 3 },
    ])
})
afterAll(async () => {
  await serviceClient().from('products').delete().eq('id', product)
})

const newAddress = () => `waiting-${randomUUID().slice(0, 8)}@example.com`

/** Returns the sizes that an address waits for. */
async function waiting(email: string): Promise<string[]> {
  const { data } = await serviceClient().from('stock_alerts').select('product_variants(label)').eq('email', email)
  return data?.map(({ product_variants: variant }) => variant.label).toSorted() ?? []
}

async function linkIn(email: string, subject: RegExp): Promise<string> {
  const { text = '' } = await mailTo(email, subject)
  const [link = ''] = /https?:\S*\/back-in-stock\/\S+/.exec(text) ?? []
  expect(link).toContain(inject('shopUrl'))
  return link.replace(inject('shopUrl'), '')
}

test('offers a mail for a product’s sold-out sizes only', async () => {
  const root = dom(await newVisitor().get(`${PAGE}?size=L`))
  expect(root.querySelectorAll('#alert-size option').map((option) => option.getAttribute('value'))).toEqual(['M', 'L'])
  expect(words(root.querySelector('#alert-size option[selected]'))).toBe('L')
  // Beside the pictures, with the sizes.
  expect(root.querySelectorAll('.product-frame > #back-in-stock')).toHaveLength(1)
  expect(root.querySelectorAll('fieldset a[href="#back-in-stock"]')).toHaveLength(1)
  const others = dom(await newVisitor().get('/product/guest-robe'))
  expect(others.querySelectorAll('#back-in-stock, a[href="#back-in-stock"]')).toHaveLength(0)
})

test('a product whose sizes are all sold out offers the mail in place of Add to Cart (PD-75)', async () => {
  const gone = { name: 'Gone slip', slug: 'gone-slip', price: 1200 }
  const { data } = await serviceClient().from('products').insert(gone).select('id').single()
  const id = data?.id ?? ''
  await serviceClient().from('product_variants').insert({ product_id: id, size: 'M', stock: 0 })
  const root = dom(await newVisitor().get('/product/gone-slip'))
  expect(words(root.querySelector('#back-in-stock h2'))).toBe('Sold out')
  expect(root.querySelectorAll('.buy, .arrival, fieldset a[href="#back-in-stock"]')).toHaveLength(0)
  await serviceClient().from('products').delete().eq('id', id)
})

test('asks an address to confirm, and stores nothing before its button is pressed', async () => {
  const [visitor, email] = [newVisitor(), newAddress()]
  const asked = await visitor.post(FORM, { size: 'M', email: ` ${email.toUpperCase()}` })
  expect(asked.url).toBe(`${PAGE}?size=M`)
  expect(asked.text).toContain(`Please confirm your address: we have mailed a link to ${email}.`)
  const link = await linkIn(email, /Shall we mail you when Waited-for slip is back/)
  const page = await newVisitor().get(link)
  expect(page.text).toContain(`We mail ${email} once when Waited-for slip is back in size M.`)
  expect(await waiting(email)).toEqual([])
  const confirmed = await newVisitor().post(link, formFields(page.html, 'name="token"'))
  expect(confirmed.url).toBe(`${PAGE}?size=M`)
  expect(confirmed.text).toContain('We will mail you once when size M is back.')
  expect(await waiting(email)).toEqual(['M'])
  await newVisitor().post(link, formFields(page.html, 'name="token"'))
  expect(await waiting(email)).toEqual(['M'])
})

test('prefills the shopper’s own address, which needs no confirmation; another one does', async () => {
  const person = await newPerson()
  const shopper = await signedIn(person)
  const { html } = await shopper.get(PAGE)
  const fields = formFields(html, 'id="alert-size"')
  expect(fields.email).toBe(person.email)
  const asked = await shopper.post(FORM, { ...fields, size: 'M' })
  expect(asked.text).toContain('We will mail you once when size M is back.')
  expect(await waiting(person.email)).toEqual(['M'])
  const other = newAddress()
  await shopper.post(FORM, { size: 'M', email: other })
  await linkIn(other, /Shall we mail you/)
  expect(await waiting(other)).toEqual([])
  // The cached page has no address.
  expect(formFields((await newVisitor().get(PAGE)).html, 'id="alert-size"').email).toBe('')
})

test('reports a wrong address and keeps the form', async () => {
  const page = await newVisitor().post(FORM, { size: 'L', email: 'not an address' })
  const root = dom(page)
  expect(page.status).toBe(400)
  expect(words(root.querySelector('[role=alert]'))).toContain('Please enter a valid email address')
  expect(root.querySelector('main input[name=email]')?.getAttribute('value')).toBe('not an address')
  expect(words(root.querySelector('#alert-size option[selected]'))).toBe('L')
})

test('confirms nothing for a forged link or one for another purpose', async () => {
  for (const token of ['', 'x', 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..a.b.c']) {
    const page = await newVisitor().get(`/back-in-stock/confirm?token=${token}`)
    expect(page.text).toContain('This link is no longer good.')
    expect(dom(page).querySelector('main button')).toBeNull()
    expect((await newVisitor().submit('/back-in-stock/confirm', { token })).status).toBe(400)
  }
})

test('refuses sizes in stock and sizes that the product doesn’t have', async () => {
  const person = await newPerson()
  const shopper = await signedIn(person)
  const inStock = await shopper.post(FORM, { size: 'S', email: person.email })
  expect([inStock.status, inStock.text]).toEqual([409, expect.stringContaining('This size is in stock.')])
  expect((await shopper.post(FORM, { size: '99', email: person.email })).status).toBe(404)
  expect((await newVisitor().get('/back-in-stock?product=never-was')).status).toBe(404)
  expect((await newVisitor().get('/back-in-stock?product=guest-robe')).url).toBe('/product/guest-robe')
})

test('mails one recipient at most six confirmations at once, from whatever browsers', async () => {
  const email = newAddress()
  const statuses: number[] = []
  for (let n = 0; n < 7; n += 1) statuses.push((await newVisitor().submit(FORM, { size: 'M', email })).status)
  expect(statuses.map((status) => status === 429)).toEqual([...Array(6).fill(false), true])
})

test('allows one network 60 requests an hour', async () => {
  const visitor = newVisitor()
  const statuses: number[] = []
  for (let n = 0; n < 61; n += 1) {
    statuses.push((await visitor.submit(FORM, { size: 'M', email: `${n}-${newAddress()}` })).status)
  }
  expect(statuses.filter((status) => status === 429)).toHaveLength(1)
})

test('deletes the address’s alerts by the button behind the link, not by opening it', async () => {
  const person = await newPerson()
  const shopper = await signedIn(person)
  for (const size of ['M', 'L']) await shopper.post(FORM, { size, email: person.email })
  const { data } = await serviceClient().from('stock_alerts').select('id').eq('email', person.email)
  const link = `/back-in-stock/end?alert=${data?.[0]?.id}`
  const page = await newVisitor().get(link)
  expect(await waiting(person.email)).toEqual(['L', 'M'])
  const ended = await newVisitor().post(link, formFields(page.html, 'name="alert"'))
  expect(ended.text).toContain('You get no more of these mails.')
  expect(await waiting(person.email)).toEqual([])
  expect((await newVisitor().post(link, { alert: randomUUID() })).text).toContain('You get no more of these mails.')
  expect((await newVisitor().submit(link, { alert: 'x' })).status).toBe(400)
})

test('a mail program ends the alerts of an address with one click, without a session (FT-35)', async () => {
  const person = await newPerson()
  await (await signedIn(person)).post(FORM, { size: 'M', email: person.email })
  const { data } = await serviceClient().from('stock_alerts').select('id').eq('email', person.email)
  const link = `${inject('shopUrl')}/back-in-stock/one-click?alert=${data?.[0]?.id}`
  expect((await fetch(link, { redirect: 'manual' })).headers.get('location')).toBe(
    `/back-in-stock/end?alert=${data?.[0]?.id}`,
  )
  expect(await waiting(person.email)).toEqual(['M'])
  expect((await fetch(link, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
  expect(await waiting(person.email)).toEqual([])
  expect((await fetch(`${link}x`, { method: 'POST' })).status).toBe(400)
})

test('allows no requests to the database past the shop', async () => {
  const db = anonymousClient()
  const parameters = { p_slug: SLUG, p_size: 'M', p_email: newAddress() }
  const errors = [
    (await db.rpc('keep_stock_alert', parameters)).error,
    (await db.rpc('claim_stock_alerts', {})).error,
    (await db.rpc('end_stock_alerts', { p_alert: randomUUID() })).error,
    (await db.from('stock_alerts').select()).error,
  ]
  expect(errors.map((error) => error?.code)).toEqual(['42501', '42501', '42501', '42501'])
})
