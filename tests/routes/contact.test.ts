import { expect, test } from 'vitest'
import { all, dom, labelOf, links, words } from '../support/page-dom.ts'
import { mailTo, newVisitor, serviceClient } from '../support/people.ts'
import type { Page } from '../support/visitor.ts'

const problems = (page: Page) => all(dom(page), 'main [role=alert] div')
const MISSING = 'Please fill in all required fields (First name, Email, and Message)'

/** Returns a unique message. */
const message = () => ({
  firstName: 'Areeba',
  lastName: 'Shah',
  phone: '0300 7654321',
  email: `writer-${crypto.randomUUID().slice(0, 8)}@example.com`,
  subject: 'A question about lace',
  message: 'Does it survive\nthe machine?',
})

async function keptFrom(email: string) {
  const { data } = await serviceClient().from('contact_submissions').select('*').eq('email', email)
  return data ?? []
}

test('shows how to reach the shop (CO-01, CO-02, CO-03, CO-04, CO-05)', async () => {
  const page = dom(await newVisitor().get('/contact'))
  const panel = page.querySelector('.contact-info')
  expect(words(panel?.querySelector('h2') ?? null)).toBe('Contact Information')
  expect(words(panel)).toContain('Say something to start a live chat.')
  const { data: info } = await serviceClient().from('contact_info').select('*').eq('is_active', true).single()
  expect(panel?.querySelectorAll('dd').map((one) => words(one))).toEqual([
    info?.phone,
    info?.whatsapp,
    info?.hours,
    info?.email,
    info?.address,
  ])
  expect(links(page, '.contact-info dd a')).toEqual([
    `tel:${info?.phone.replace(/ /g, '')}`,
    `https://wa.me/${info?.whatsapp?.replace(/[+ ]/g, '')}`,
    `mailto:${info?.email}`,
  ])
})

test('links to the shop’s social pages, each with its icon (CO-06, CO-07, CO-08, CO-09)', async () => {
  const page = dom(await newVisitor().get('/contact'))
  const social = page.querySelectorAll('.social a')
  expect(social.map((link) => [words(link), link.querySelector('svg') !== null])).toEqual([
    ['Discord', true],
    ['Instagram', true],
    ['X', true],
  ])
  expect(new Set(social.map((link) => link.querySelector('svg path')?.getAttribute('d'))).size).toBe(3)
})

test('titles the form, and invites to write on a phone (CO-10, CO-11)', async () => {
  const page = dom(await newVisitor().get('/contact'))
  expect(words(page.querySelector('#get-in-touch'))).toBe('Get in touch')
  expect(words(page.querySelector('.only-phone'))).toBe('Any question or remarks? Just write us a message!')
})

test('shows the fields of the form (CO-12, CO-13, CO-14, CO-15, CO-16, CO-17)', async () => {
  const page = dom(await newVisitor().get('/contact'))
  const label = (name: string) => labelOf(page, name)
  expect(['firstName', 'lastName', 'phone', 'email', 'subject', 'message'].map(label)).toEqual([
    'First name',
    'Last name (optional)',
    'Phone (optional)',
    'E-mail',
    'Subject (optional)',
    'Message',
  ])
})

test('asks for the e-mail and the phone in fields of their types (CO-21, CO-22)', async () => {
  const page = dom(await newVisitor().get('/contact'))
  const type = (name: string) => page.querySelector(`main input[name=${name}]`)?.getAttribute('type')
  expect([type('email'), type('phone')]).toEqual(['email', 'tel'])
})

test('reports missing fields in one sentence, and keeps what was typed (CO-18, CO-19, CO-23)', async () => {
  const send = (more: object) => newVisitor().post('/contact', { ...message(), ...more })
  for (const missing of [{ firstName: ' ' }, { email: '' }, { message: '\n' }]) {
    const page = await send(missing)
    expect([missing, page.status, problems(page)]).toEqual([missing, 400, [MISSING]])
    expect(dom(page).querySelector('input[name=subject]')?.getAttribute('value')).toBe('A question about lace')
  }
  expect(problems(await send({ email: 'nonsense' }))).toEqual(['Please enter a valid email address.'])
  const long = await send({ phone: '1234567890123456' })
  expect(problems(long)).toEqual(['Phone number is invalid. It has more than 15 digits.'])
  expect(dom(long).querySelector('input[name=phone]')?.getAttribute('value')).toBe('1234567890123456')
  const short = { ...message(), lastName: '', phone: '', subject: '' }
  expect((await newVisitor().post('/contact', short)).text).toContain('Message sent successfully!')
  expect(await keptFrom(short.email)).toMatchObject([
    { first_name: 'Areeba', last_name: null, phone: null, subject: null },
  ])
})

test('stores a guest’s message, mails it to the shop, thanks by name, and empties the form (CO-26, CO-28, CO-31, CO-36)', async () => {
  const sent = message()
  const page = await newVisitor().post('/contact', sent)
  expect(page.url).toBe('/contact')
  expect(words(dom(page).querySelector('.flash'))).toBe(
    "Message sent successfully! We'll get back to you soon, Areeba.",
  )
  const values = dom(page).querySelectorAll('main form.stack input, main form.stack textarea')
  expect(values.map((field) => [field.getAttribute('name'), field.getAttribute('value') || words(field)])).toEqual(
    ['firstName', 'lastName', 'email', 'phone', 'subject', 'message'].map((name) => [name, '']),
  )
  expect(await keptFrom(sent.email)).toMatchObject([
    { first_name: 'Areeba', last_name: 'Shah', phone: '+923007654321', subject: sent.subject, message: sent.message },
  ])
  const mail = await mailTo('hello@chambeli.example', new RegExp(sent.subject))
  expect(mail.text).toContain(sent.email)
  expect(mail.text).toContain('Does it survive')
})

test('attack: a visitor can’t write headers of a mail', async () => {
  const sent = { ...message(), subject: `Hello ${crypto.randomUUID()}\r\nBcc: victim@example.com`, firstName: 'A\nB' }
  await newVisitor().post('/contact', sent)
  const [kept] = await keptFrom(sent.email)
  expect([kept?.first_name, kept?.subject]).toEqual(['A B', sent.subject.replace('\r\n', ' ')])
  const mail = await mailTo('hello@chambeli.example', new RegExp(sent.subject.slice(0, 20)))
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(problems(await newVisitor().post('/contact', { ...message(), email: 'a@b.co\nBcc: c@d.ef' }))).toEqual([
    'Please enter a valid email address.',
  ])
})

test('attack: allows three messages an hour per person and sixty per address, and escapes markup', async () => {
  const visitor = newVisitor()
  const email = message().email
  const send = () => visitor.post('/contact', { ...message(), email, firstName: '<img src=x onerror=alert(1)>' })
  const first = await send()
  expect(first.html).not.toContain('<img src=x')
  await send()
  await send()
  const fourth = await send()
  expect([fourth.status, problems(fourth)[0]]).toEqual([429, expect.stringContaining('Too many tries.')])
  expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(0)
  for (let n = 3; n < 60; n += 1) await (await visitor.submit('/contact', message())).body?.cancel()
  expect((await visitor.post('/contact', message())).status).toBe(429)
})

test('takes a message that fills its field, whose line breaks browsers post as two characters', async () => {
  const visitor = newVisitor()
  const field = dom(await visitor.get('/contact')).querySelector('textarea[name=message]')
  const full = 'a\n'.repeat(Number(field?.getAttribute('maxlength')) / 2 - 1) + 'ab'
  const form = { ...message(), message: full.replaceAll('\n', '\r\n') }
  expect((await visitor.post('/contact', form)).status).toBe(200)
  expect((await keptFrom(form.email)).map((kept) => kept.message)).toEqual([full])
})
