import { expect, test } from 'vitest'
import { composeMail } from '../../app/mails/compose.server.tsx'
import { DEFAULT_WORDS, WORDED_KINDS, type MailWords, type WordedKind } from '../../app/mails/words/default-words.ts'
import { fillWords, type Values } from '../../app/mails/words/fill-words.ts'
import { composeLetter, type Letterhead } from '../../app/mails/words/letter.server.ts'
import { KNOWN_PLACEHOLDERS, PLACEHOLDERS } from '../../app/mails/words/placeholders.ts'
import { composeSample } from '../../app/mails/words/sample-mail.server.ts'
import { URDU_WORDS } from '../../app/mails/words/urdu-words.ts'
import { hasHeading, LONGEST, wordProblems } from '../../app/mails/words/word-problems.ts'
import { readWords } from '../../app/mails/words/words.server.ts'
import { NO_CONTACT_INFO } from '../../app/contact/contact-info.ts'
import { mailTextSchema } from '../../app/desk/texts/mail-text.schema.ts'
import { inLanguage } from '../../app/language/current.server.ts'
import { readSettings } from '../../app/platform/env.server.ts'

// The words of mails: what they may contain, how they are filled in, and where they come from (decision 135).

const settings = readSettings({
  PUBLIC_URL: 'https://shop.example',
  SUPABASE_URL: 'http://127.0.0.1:1',
  SUPABASE_PUBLISHABLE_KEY: 'p',
  SUPABASE_SECRET_KEY: 's',
  SESSION_SECRET: 'x1y2z3'.repeat(8),
  RETURN_DAYS: '14',
})
const letterhead: Letterhead = {
  settings,
  contact: { ...NO_CONTACT_INFO, phone: '+92 42 111 222', email: 'ask@shop.example', address: '1 Road, Lahore' },
  words: { en: DEFAULT_WORDS, ur: DEFAULT_WORDS },
}
const sample = (kind: WordedKind, words: MailWords, given = letterhead) =>
  composeSample({ ...given, words: { ...given.words, en: { ...DEFAULT_WORDS, [kind]: words } } }, kind)
const problems = (kind: WordedKind, more: Partial<MailWords>) => wordProblems(kind, { ...DEFAULT_WORDS[kind], ...more })

test('the first words of every mail are ones that the desk would save', () => {
  for (const kind of WORDED_KINDS) {
    expect([kind, problems(kind, {})]).toEqual([kind, {}])
    const form = mailTextSchema(kind).safeParse({ ...DEFAULT_WORDS[kind], version: '1' })
    expect([kind, form.data]).toEqual([kind, { ...DEFAULT_WORDS[kind], version: 1 }])
  }
})

test('a sample mail of every kind has a value for each placeholder that the kind knows', () => {
  for (const kind of WORDED_KINDS) {
    const { always, sometimes, required } = KNOWN_PLACEHOLDERS[kind]
    const known = [...always, ...sometimes]
    const closing = known.map((name) => `${name}: {${name}}.`).join('\n\n')
    const { text } = sample(kind, { ...DEFAULT_WORDS[kind], closing })
    for (const name of known) expect([kind, name, text.includes(`${name}: `)]).toEqual([kind, name, true])
    expect(
      Object.values(required)
        .flat()
        .filter((name) => !known.includes(name)),
    ).toEqual([])
    expect(text).not.toMatch(/[{}]/)
  }
  const all = new Set(WORDED_KINDS.flatMap((kind) => Object.values(KNOWN_PLACEHOLDERS[kind]).slice(0, 2).flat()))
  expect(Object.keys(PLACEHOLDERS).filter((name) => !all.has(name))).toEqual([])
})

test('a placeholder that a mail doesn’t have is named, with those that it has', () => {
  expect(problems('placed', { subject: 'Your order {order} {oder}' })).toEqual({
    subject:
      'This mail has no {oder}. It knows {order}, {total}, {brand}, {support_email}, {support_phone}, {name}, {hold_until}.',
  })
  for (const body of ['{tracking_number}', '{product}', '{constructor}', '{__proto__}'])
    expect(problems('placed', { body }).body).toContain(`This mail has no ${body}. It knows {order}`)
})

test('a brace that belongs to no placeholder is refused', () => {
  for (const body of ['{order', 'order}', '{ order }', '{Order}', '{}', '{{order}}', '{order{total}}'])
    expect([body, problems('placed', { body })]).toEqual([
      body,
      { body: 'Please check the braces: only placeholders such as {order} have them.' },
    ])
})

test('a placeholder that the mail needs stays', () => {
  expect(problems('placed', { subject: 'Your order' })).toEqual({
    subject: 'Please keep {order}: it is needed here.',
  })
  expect(problems('back_in_stock', { subject: 'Back', closing: '' })).toEqual({
    subject: 'Please keep {product}, {size}: they are needed here.',
    closing: 'Please enter some words.',
  })
  expect(problems('refund_due', { body: 'Some money.' })).toEqual({ body: 'Please keep {refund}: it is needed here.' })
})

test('what not every mail has a value for is no part of a line', () => {
  const wrong = { subject: '{order} {name}', heading: '{name}', button: '{tracking_number}' }
  expect(problems('shipped', wrong)).toEqual({
    subject: '{name} can only be used in the text and the closing.',
    heading: '{name} can only be used in the text and the closing.',
    button: '{tracking_number} can only be used in the text and the closing.',
  })
})

test('words are plain text, and no line has an end within', () => {
  for (const body of ['<b>now</b>', 'a <script>', '</p>', '<!-- x -->', '<img src=x'])
    expect([body, problems('placed', { body }).body]).toEqual([
      body,
      expect.stringMatching(/^A mail’s words are plain text: please remove </),
    ])
  expect(problems('placed', { body: 'Between 3 < 4 and 5 > 4, I <3 you & yours' })).toEqual({})
  for (const end of ['\n', '\r\n', '\r', '\u2028', '\u0000'])
    expect(problems('placed', { subject: `{order}${end}Bcc: all@example.com` })).toEqual({
      subject: 'Please use one line.',
    })
})

test('words have bounds, and only a closing may be empty', () => {
  for (const [field, max] of Object.entries(LONGEST) as [keyof MailWords, number][]) {
    const start = field === 'subject' ? '{order}' : ''
    const long = (length: number) => problems('placed', { [field]: start.padEnd(length, 'x') })
    expect([long(max), long(max + 1)]).toEqual([{}, { [field]: `Please use at most ${max} characters.` }])
    const empty = problems('placed', { [field]: ' \n ' })
    expect([field, empty]).toEqual([field, field === 'closing' ? {} : { [field]: 'Please enter some words.' }])
  }
  expect(WORDED_KINDS.filter((kind) => !hasHeading(kind))).toEqual([
    'newsletter_welcome',
    'back_in_stock',
    'stock_alert_confirmation',
    'account_exists',
  ])
})

const fill = (body: string, values: Values) =>
  fillWords({ subject: '{order}', heading: 'H', body, button: 'B', closing: '' }, values).paragraphs

test('a paragraph is left out if the mail has nothing to fill in there', () => {
  const body = 'Dear {name},\n\nit is on its way.\n \n\nNumber: {tracking_number}\n\n{refunds}'
  expect(fill(body, { name: 'Hira', tracking_number: 'T-1', refunds: ['One.', 'Two.'] })).toEqual([
    'Dear Hira,',
    'it is on its way.',
    'Number: T-1',
    'One.',
    'Two.',
  ])
  expect(fill(body, { name: ' ', tracking_number: null, refunds: [] })).toEqual(['it is on its way.'])
})

test('values are filled in once, in one line, and never as another placeholder', () => {
  expect(fill('Dear {name}', { name: 'Eve\r\n\r\n{order} $& ', order: '7' })).toEqual(['Dear Eve {order} $&'])
  const { subject } = fillWords({ ...DEFAULT_WORDS.back_in_stock }, { product: 'Robe\r\nBcc: x@y.z', size: 'M' })
  expect(subject).toBe('Robe Bcc: x@y.z is back in size M')
})

test('words and values are text in the HTML part', () => {
  const words = { ...DEFAULT_WORDS.placed, body: 'I <3 you & "yours"\nand all', closing: 'Write to {support_email}' }
  const { html } = sample('placed', words)
  expect(html).toContain('I &lt;3 you &amp; &quot;yours&quot;<br/>and all')
  expect(html).toContain('Write to <a href="mailto:ask@shop.example" dir="ltr"')
  expect(html).not.toMatch(/<script|\son\w+=/)
})

test('order and phone numbers don’t break in a narrow window', () => {
  const words = { ...DEFAULT_WORDS.placed, body: 'Call +92 42 3571 2244 or +92 300 1234567 about {order}, once.' }
  const { html } = sample('placed', words)
  const whole = [...(html ?? '').matchAll(/nowrap">([^<]+)</g)].map(([, number]) => number)
  expect(whole).toEqual(expect.arrayContaining(['+92 42 3571 2244', '+92 300 1234567', 'ORD-1772400000000-123']))
  expect(html).toMatch(/<h2[^>]*>Order <span style="white-space:nowrap">ORD-/)
})

test('a mail of a shop without contact details has no sentence about them', () => {
  const { text } = sample('placed', DEFAULT_WORDS.placed, { ...letterhead, contact: NO_CONTACT_INFO })
  expect(text).not.toContain('Questions?')
  expect(sample('placed', DEFAULT_WORDS.placed).text).toContain('Questions? Write to ask@shop.example or call +92 42')
})

test('a letter has its text, its link and its closing', () => {
  const { text } = composeLetter(letterhead, 'account_exists', 'https://shop.example/login', {
    password_link: 'https://shop.example/forget-password',
  })
  expect(text).toBe(
    [
      'Somebody, probably you, has just tried to create a Chambeli account with this e-mail address. There is one already.',
      'Log in: https://shop.example/login',
      'Forgotten your password? Set a new one: https://shop.example/forget-password',
      'If it wasn’t you, you can ignore this mail. Nothing has changed.',
    ].join('\n\n'),
  )
})

test('a mail to operators keeps its words', () => {
  const refund = {
    amount: 1500,
    reason: 'paid_twice',
    provider: 'p',
    provider_payment_id: '7',
    refunded_at: null,
  } as const
  const mail = {
    id: '',
    kind: 'operator_refund',
    attempts: 1,
    to: null,
    is_given_up: false,
    order: null,
    items: [],
    refund,
    return: null,
    names: {},
  } as const
  expect(composeMail(letterhead, { ...mail, items: [] }).subject).toBe('Send back Rs. 15.00')
})

/** Reads the words from a backend with these rows. */
async function read(response: { data: unknown; error: { message: string } | null }) {
  const lines: unknown[] = []
  const service = { from: () => ({ select: async () => response }) }
  const shop = { backends: { service }, log: { error: (line: unknown) => void lines.push(line) } }
  return { words: await readWords(shop as unknown as Parameters<typeof readWords>[0]), lines }
}

test('mails have the saved words; those that can’t be used are the first ones again', async () => {
  const paid = { kind: 'paid', ...DEFAULT_WORDS.paid, heading: 'Paid!' }
  const broken = { kind: 'placed', ...DEFAULT_WORDS.placed, subject: '{oder}', closing: '<b>' }
  const { words, lines } = await read({ data: [paid, broken, { ...paid, kind: 'later' }], error: null })
  const { kind: _, ...saved } = paid
  expect(words.en).toEqual({ ...DEFAULT_WORDS, paid: saved })
  expect(lines).toEqual([{ event: 'words of a mail not used', kind: 'placed', fields: ['subject', 'closing'] }])
})

test('the Urdu of a mail is what operators wrote, else the shop’s own, and English where they changed that alone (UR-04)', async () => {
  const paid = { kind: 'paid', ...DEFAULT_WORDS.paid, heading: 'Paid!', translations: { ur: { button: 'دیکھیں' } } }
  const { words } = await read({ data: [paid], error: null })
  expect(words.ur.paid).toEqual({ ...URDU_WORDS.paid, heading: 'Paid!', button: 'دیکھیں' })
  expect(words.ur.placed).toEqual(URDU_WORDS.placed)
})

test('without the saved words mails have the first ones, and it is logged', async () => {
  for (const response of [
    { data: null, error: { message: 'no such table' } },
    { data: [{ kind: 'paid' }], error: null },
  ]) {
    const { words, lines } = await read(response)
    expect(words).toEqual({ en: DEFAULT_WORDS, ur: URDU_WORDS })
    expect(lines).toEqual([expect.objectContaining({ event: 'words of mails not read' })])
  }
})

test('in a text that runs right to left, values of several words keep their order', () => {
  const words = { ...DEFAULT_WORDS.placed, body: '{support_phone} {support_email}\n\n{tracking_number}' }
  const fill = () =>
    fillWords(words, { support_phone: '+92 42 111', support_email: 'a@b.example', tracking_number: '' }).paragraphs
  expect(fill()).toEqual(['+92 42 111 a@b.example'])
  expect(inLanguage('ur', fill)).toEqual(['\u2068+92 42 111\u2069 a@b.example'])
})
