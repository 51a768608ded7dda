import { beforeAll, expect, inject, test } from 'vitest'
import { MAIL_NAMES } from '../../app/mails/words/mail-names.ts'
import { WORDED_KINDS, type WordedKind } from '../../app/mails/words/default-words.ts'
import { newOperator } from '../support/desk.ts'
import { all, dom } from '../support/page-dom.ts'
import { mailTo, newVisitor, serviceClient } from '../support/people.ts'
import { formFields, type Fields, type Page, type Visitor } from '../support/visitor.ts'

// The words of mails at the desk. Other files read mails meanwhile, so that each test leaves the words as they were.

let desk: Visitor

beforeAll(async () => {
  desk = (await newOperator('Mails Person')).desk
})

async function pathOf(kind: WordedKind): Promise<string> {
  const { data } = await serviceClient().from('mail_texts').select('id').eq('kind', kind).single()
  return `/desk/texts/mail/${data?.id}`
}

/** Returns the fields of a page's form of words, texts of several lines included. */
function wordsOn(page: Page): Fields {
  const form = dom(page)
    .querySelectorAll('form')
    .find((one) => one.querySelector('[value=save]'))
  const texts = form?.querySelectorAll('textarea') ?? []
  return {
    ...formFields(page.html, 'value="save"'),
    ...Object.fromEntries(texts.map((area) => [area.getAttribute('name') ?? '', area.text])),
  }
}
const fieldsOf = async (path: string) => wordsOn(await desk.get(path))
const save = (path: string, fields: Fields) => desk.post(path, { ...fields, intent: 'save' })
const SAVED = 'The words are saved. Mails that are sent from now on have them.'

test('the list has every mail by its name, in the order in which shoppers get them', async () => {
  const list = dom(await desk.get('/desk/texts'))
  expect(all(list, 'a[href^="/desk/texts/mail/"]')).toEqual(WORDED_KINDS.map((kind) => MAIL_NAMES[kind]))
  expect(list.text).toContain('are templates of the Supabase project, and aren’t edited here')
})

test('a mail has the saved words from the next one on, and its earlier words can be read and saved again', async () => {
  const path = await pathOf('newsletter_welcome')
  const first = await fieldsOf(path)
  const [line, closing] = [`You are number ${Date.now()}.`, 'Yours,\n{brand} {end_link}']
  const saved = await save(path, {
    ...first,
    body: `${first.body}\r\n\r\n${line}`,
    closing: closing.replace('\n', '\r\n'),
  })
  expect(saved.text).toContain(SAVED)
  const email = `welcome-${Date.now()}@example.com`
  await newVisitor().post('/newsletter', { email, from: '/' })
  const { subject, text } = await mailTo(email, /./)
  expect([subject, text?.replace(/\?subscription=\S+/g, '')]).toEqual([
    'Welcome to Letters from Chambeli',
    `${first.body}\n\n${line}\n\n${first.button}: ${inject('shopUrl')}/newsletter/confirm\n\nYours,\nChambeli ${inject('shopUrl')}/newsletter/end`,
  ])
  const link = dom(saved).querySelector('a[href*="?before="]')?.getAttribute('href') ?? ''
  const earlier = await desk.get(link)
  expect(earlier.text).toContain('These are earlier words.')
  const fields = wordsOn(earlier)
  expect(fields).toMatchObject({ body: first.body, closing: first.closing })
  expect((await save(path, fields)).text).toContain(SAVED)
  const changes = await desk.get(`/desk/audit?kind=mail&subject=${path.split('/').at(-1)}`)
  expect(all(dom(changes), '.desk-changes b').slice(0, 2)).toEqual(['Save text', 'Save text'])
})

test('what two people save at once is shown side by side, and the second form can still be saved', async () => {
  const path = await pathOf('refunded')
  const older = await fieldsOf(path)
  await save(path, { ...older, heading: 'Your money is on its way' })
  const second = await save(path, { ...older, heading: 'We have sent your money', closing: '' })
  expect(second.status).toBe(409)
  expect(all(dom(second), '.desk-versions tbody tr')).toEqual([
    'HeadingYour money is on its wayWe have sent your money',
    `Closing${older.closing}–`,
  ])
  const again = wordsOn(second)
  expect(again).toMatchObject({ heading: 'We have sent your money', closing: '' })
  expect((await save(path, again)).text).toContain(SAVED)
  const restored = await save(path, { ...older, version: (await fieldsOf(path)).version ?? '' })
  expect(restored.text).toContain(SAVED)
})

test.each<[string, Record<string, string>, string, string]>([
  ['an unknown placeholder', { body: 'Dear {nmae},' }, 'body', 'This mail has no {nmae}. It knows {order}, {total}'],
  ['a brace of its own', { button: 'See {order' }, 'button', 'Please check the braces'],
  ['a subject without the order', { subject: 'Your order' }, 'subject', 'Please keep {order}: it is needed here.'],
  [
    'what not every order has',
    { subject: '{order} {name}' },
    'subject',
    'can only be used in the text and the closing',
  ],
  ['HTML', { closing: '<img src=x onerror=alert(1)>' }, 'closing', 'A mail’s words are plain text: please remove <img'],
  ['another header', { subject: '{order}\r\nBcc: all@example.com' }, 'subject', 'Please use one line.'],
  ['no text', { body: ' ' }, 'body', 'Please enter some words.'],
  ['a long text', { body: 'x'.repeat(4_001) }, 'body', 'Please use at most 4000 characters.'],
])('%s is refused in words, saved or previewed, and what was typed is kept', async (_what, typed, field, words) => {
  const path = await pathOf('delivered')
  const { data: before } = await serviceClient().from('mail_texts').select('version').eq('kind', 'delivered').single()
  for (const intent of ['save', 'preview']) {
    const refused = await desk.post(path, { ...(await fieldsOf(path)), ...typed, intent })
    expect(refused.status).toBe(400)
    expect(refused.text).toContain(words)
    const control = dom(refused).querySelector(`[name="${field}"]`)
    expect(control?.getAttribute('aria-invalid')).toBe('true')
    expect(refused.html).not.toContain('<img src=x')
    if (field !== 'subject' && typed[field]?.trim())
      expect(control?.getAttribute('value') ?? control?.text).toBe(typed[field])
  }
  const { data: after } = await serviceClient().from('mail_texts').select('version').eq('kind', 'delivered').single()
  expect(after).toEqual(before)
})

test('every mail is previewed as it would be sent, without scripts, and nothing is saved or sent', async () => {
  for (const kind of WORDED_KINDS) {
    const path = await pathOf(kind)
    const fields = await fieldsOf(path)
    const body = `${fields.body}\n\nAs "you" & I <3 it`
    const page = await desk.post(path, { ...fields, body, intent: 'preview' })
    expect([kind, page.status, page.text.includes('Preview, not saved')]).toEqual([kind, 200, true])
    expect(dom(page).querySelector('pre')?.text).toContain('As "you" & I <3 it')
    expect(wordsOn(page).body).toBe(body)
    const frame = dom(page).querySelector('iframe')
    expect(frame?.getAttribute('sandbox')).toBe('')
    const mail = frame?.getAttribute('srcdoc') ?? ''
    expect(mail).toContain(`<h1`)
    expect(mail).toContain('I &lt;3 it')
    expect([kind, mail.includes('ORD-1772400000000-123')]).toEqual([kind, fields.heading !== undefined])
    expect(mail).not.toMatch(/<script|{[a-z_]+}/)
  }
  const { data } = await serviceClient().from('mail_texts').select('body').like('body', '%<3 it%')
  expect(data).toEqual([])
})

test('a mail’s words are neither removed nor made, and another ID is none', async () => {
  const path = await pathOf('paid')
  expect((await desk.get(path)).html).not.toContain('value="remove"')
  for (const intent of ['remove', 'constructor'])
    expect((await desk.post(path, { ...(await fieldsOf(path)), intent })).text).toContain('Nothing was changed.')
  for (const wrong of ['/desk/texts/mail/paid', path.replace(/\w{12}$/, '000000000000')])
    expect([wrong, (await desk.get(wrong)).status, (await save(wrong, { version: '1' })).status]).toEqual([
      wrong,
      404,
      404,
    ])
})
