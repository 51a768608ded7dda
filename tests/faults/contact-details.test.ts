import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { operatorOf } from '../support/desk.ts'
import { startFragileShop, type FragileShop } from '../support/fragile-shop.ts'
import { prepareOrder, serviceBackend, submitOrder } from '../support/orders.ts'
import { dom, words } from '../support/page-dom.ts'
import { Visitor } from '../support/visitor.ts'

// The shop's phone number, e-mail address and address are one row, which every page, mail and label names.

const CHANGED = {
  phone: '+92 21 555 6677',
  whatsapp: '+92 321 555 6677',
  email: 'salaam@example.com',
  address: '8 Clifton Road, Karachi',
  hours: 'Daily, 9 am to 9 pm',
}
let shop: FragileShop
let url = ''
let before: string[] = []

beforeAll(async () => {
  shop = await startFragileShop()
  ;({ url } = await shop.startProcess({ GUEST_CHECKOUT: 'on', CATALOGUE_SECONDS: '1' }))
  const { data } = await contactInfo().select('phone, whatsapp, email, address, hours').single()
  before = Object.values(data ?? {}).filter((part) => part !== null)
})
afterAll(() => shop.stop())

const contactInfo = () => serviceBackend(shop.settings).from('contact_info')

/** Changes the row, and waits until the contact page follows. */
async function change(values: Partial<typeof CHANGED & { is_active: boolean }>, seen: string): Promise<void> {
  const { error } = await contactInfo().update(values).neq('email', '')
  if (error) throw error
  const panel = async () => words(dom(await new Visitor(url).get('/contact')).querySelector('.contact-info'))
  await expect.poll(panel, { timeout: 10_000 }).toContain(seen)
}

async function mailTo(address: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const response = await fetch(`${shop.settings.MAILBOX_URL}/emails?to=${encodeURIComponent(address)}`)
      const [mail] = (await response.json()) as { html: string; text: string }[]
      if (!mail) throw new Error('No mail')
      return `${mail.html}\n${mail.text}`
    },
    { timeout: 10_000 },
  )
}

/** Returns what each page, mail and label says. */
async function everything(email: string): Promise<Record<string, string>> {
  const guest = new Visitor(url)
  const html = async (path: string) => (await new Visitor(url).get(path)).html
  const form = { ...(await prepareOrder(guest, 'cod')), email }
  const checkout = (await guest.get('/checkout')).html
  const order = await submitOrder(guest, form)
  const desk = await operatorOf(shop.settings, url, `desk-${email}`)
  return {
    contact: await html('/contact'),
    home: await html('/'),
    faq: await html('/faq'),
    delivery: await html('/help/delivery-details'),
    checkout,
    mail: await mailTo(email),
    label: (await desk.get(`/desk/orders/labels?order=${order?.orderId}:1`)).html,
  }
}

test('every page, mail and label names the contact details of the row, after it is changed (CO-37)', async () => {
  // With warm caches.
  await everything('before@example.com')
  await change(CHANGED, CHANGED.phone)
  const said = await everything('after@example.com')
  const { phone, whatsapp, email, address, hours } = CHANGED
  const expected: Record<string, string[]> = {
    contact: [phone, whatsapp, email, address, hours, 'https://wa.me/923215556677'],
    home: [phone, email, address],
    faq: [email],
    delivery: [email],
    checkout: [phone, email, hours],
    mail: [phone, email],
    label: [phone, address],
  }
  for (const [where, text] of Object.entries(said)) {
    expect([where, (expected[where] ?? []).filter((part) => !text.includes(part))]).toEqual([where, []])
    expect([where, before.filter((part) => text.includes(part))]).toEqual([where, []])
  }
})

test('a shop without contact details invents none, and leads to its form', async () => {
  await change({ is_active: false }, 'The form on this page reaches us.')
  const said = await everything('none@example.com')
  for (const [where, text] of Object.entries(said)) {
    const found = [...before, ...Object.values(CHANGED), 'tel:', 'undefined'].filter((part) => text.includes(part))
    expect([where, found]).toEqual([where, []])
  }
  expect(said.home).not.toContain('contactPoint')
  expect(said.mail).not.toContain('Questions?')
  expect(said.delivery).toContain('href="/contact">Contact Form')
  expect(said.checkout).toMatch(/Questions\? <a href="\/contact">Write to us<\/a>/)
  await change({ is_active: true }, CHANGED.phone)
})
