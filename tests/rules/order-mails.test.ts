import { FunctionsHttpError } from '@supabase/supabase-js'
import { expect, test, vi } from 'vitest'
import { sendOrderMails, sendOrderMailsSoon } from '../../app/mails/outbox.server.ts'
import { startMailRounds } from '../../app/mails/rounds.server.ts'
import { summarize } from '../../app/mails/order-summary.ts'
import { MAIL_KINDS, type MailedItem, type MailedOrder } from '../../app/mails/claimed-mail.ts'
import { NO_CONTACT_INFO } from '../../app/contact/contact-info.ts'
import { readSettings } from '../../app/platform/env.server.ts'
import type { Shop } from '../../app/platform/shop.server.ts'

// The rounds that send the mails of the outbox. The database functions and the mail function are stood in for, so that each outcome can be
// had; tests/faults/order-mails.test.ts has the real ones.

const settings = readSettings({
  PUBLIC_URL: 'https://shop.example',
  SUPABASE_URL: 'http://127.0.0.1:1',
  SUPABASE_PUBLISHABLE_KEY: 'p',
  SUPABASE_SECRET_KEY: 's',
  SESSION_SECRET: 'x1y2z3'.repeat(8),
})
const address = { first_name: 'Hira', last_name: 'Khan', address_line1: '7 Canal Road', city: 'Lahore', phone: '' }
const row = {
  order_id: 'ORD-1760432000000-505',
  user_id: null,
  link_number: 0,
  status: 'Processing',
  payment_method: 'cod',
  contact_email: 'hira@example.com',
  contact_phone: '+923001234567',
  shipping_address: address,
  shipping_method: 'Standard Method',
  subtotal: 3000,
  savings: 0,
  promo_discount: 0,
  discount: 0,
  due_amount: 0,
  changes: [],
  delivery_fee: 150,
  total_amount: 3150,
  failure_reason: null,
  tracking_number: null,
  notes: null,
  arrives_from: '2026-11-26',
  arrives_until: '2026-11-30',
  hold_until: null,
  refunds: [],
}
const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
/** A mail as the database returns it. */
const claimed = (n: number, more: object = {}) => {
  return { id: idOf(n), kind: 'placed', attempts: 1, is_given_up: false, order: row, items: [], refund: null, ...more }
}
const givenUp = (n: number) => ({ id: idOf(n), kind: 'placed', attempts: 9, is_given_up: true })

type Outcome = 'sent' | 'refused' | 'unreachable'
const ERRORS = {
  sent: null,
  refused: new FunctionsHttpError(Response.json({ reason: 'No such address.' }, { status: 422 })),
  unreachable: new Error('connection refused'),
}

/** A backend with these mails in the outbox; the mail function has an outcome for each mail that is sent. */
function outbox(mails: object[], outcomes: Outcome[] = [], broken: { claim?: boolean; settle?: boolean } = {}) {
  const calls: unknown[] = []
  const reads: string[] = []
  const lines: unknown[] = []
  const service = {
    rpc: async (name: string, parameters: Record<string, unknown>) => {
      if (name === 'claim_order_mails') {
        if (parameters.p_most !== 1) throw new Error('A run claims one mail at a time.')
        const next = mails.shift()
        return broken.claim ? { error: { message: 'no claim' } } : { data: next ? [next] : [], error: null }
      }
      calls.push([name, parameters])
      return { data: null, error: broken.settle ? { message: 'no settling' } : null }
    },
    from: (table: string) => {
      reads.push(table)
      return { select: async () => ({ data: [], error: null }) }
    },
    functions: {
      invoke: async (
        name: string,
        { body, headers }: { body: { email: string; subject: string }; headers: object },
      ) => {
        calls.push([name, body.email, body.subject, headers])
        return { error: ERRORS[outcomes.shift() ?? 'sent'] }
      },
    },
  }
  const log = { error: (line: unknown) => void lines.push(line) }
  const catalogue = { get: async (key: string) => (key === 'names' ? {} : NO_CONTACT_INFO) }
  return { shop: { backends: { service }, catalogue, log, settings } as unknown as Shop, calls, lines, reads }
}
const sent = (n: number) => [
  'send-order-mail',
  'hira@example.com',
  'Your order ORD-1760432000000-505',
  { 'Idempotency-Key': `send-order-mail/${idOf(n)}` },
]
const settled = (n: number, p_outcome: string, p_problem?: string) => [
  'settle_order_mail',
  { p_id: idOf(n), p_attempt: 1, p_outcome, p_problem },
]

test('each mail is sent under its own ID and settled before the next one is claimed', async () => {
  const { shop, calls, lines } = outbox([claimed(1), claimed(2)])
  expect(await sendOrderMails(shop)).toEqual({ sent: 2, failed: 0, givenUp: 0 })
  expect(calls).toEqual([sent(1), settled(1, 'sent'), sent(2), settled(2, 'sent')])
  expect(lines).toEqual([])
})

test('a run reads the words of mails once, and not at all if nothing is due', async () => {
  const [busy, idle] = [outbox([claimed(1), claimed(2), claimed(3)]), outbox([givenUp(1)])]
  await sendOrderMails(busy.shop)
  await sendOrderMails(idle.shop)
  expect([busy.reads, idle.reads]).toEqual([['mail_texts'], []])
})

test('a failed mail is settled with its problem and logged, and the next one is sent', async () => {
  const { shop, calls, lines } = outbox([claimed(1), claimed(2), claimed(3)], ['refused', 'unreachable', 'sent'])
  expect(await sendOrderMails(shop)).toEqual({ sent: 1, failed: 2, givenUp: 0 })
  expect(calls.filter((_call, place) => place % 2 === 1)).toEqual([
    settled(1, 'refused', 'No such address.'),
    settled(2, 'unknown', 'send-order-mail did not respond.'),
    settled(3, 'sent'),
  ])
  const line = { event: 'order mail not sent', kind: 'placed', attempts: 1 }
  expect(lines).toEqual([
    { ...line, mail: idOf(1), problem: 'No such address.' },
    { ...line, mail: idOf(2), problem: 'send-order-mail did not respond.' },
  ])
})

test('a run ends after three failures in a row, and only then', async () => {
  const six = () => [1, 2, 3, 4, 5, 6].map((n) => claimed(n))
  const down = outbox(six(), ['unreachable', 'unreachable', 'unreachable'])
  expect(await sendOrderMails(down.shop)).toEqual({ sent: 0, failed: 3, givenUp: 0 })
  const flaky = outbox(six(), ['unreachable', 'unreachable', 'sent', 'unreachable', 'unreachable', 'sent'])
  expect(await sendOrderMails(flaky.shop)).toEqual({ sent: 2, failed: 4, givenUp: 0 })
})

test('a mail that was given up is logged, neither sent nor settled, and counts as no failure', async () => {
  const { shop, calls, lines } = outbox([givenUp(1), givenUp(2), givenUp(3), claimed(4)])
  expect(await sendOrderMails(shop)).toEqual({ sent: 1, failed: 0, givenUp: 3 })
  expect(calls).toEqual([sent(4), settled(4, 'sent')])
  expect(lines[0]).toEqual({ event: 'order mail given up', mail: idOf(1), kind: 'placed', attempts: 9 })
})

test('a mail that can’t be composed is settled as refused, without a word to the provider', async () => {
  const { shop, calls, lines } = outbox([claimed(1, { order: null })])
  expect(await sendOrderMails(shop)).toEqual({ sent: 0, failed: 1, givenUp: 0 })
  expect(calls).toEqual([settled(1, 'refused', 'The mail could not be composed.')])
  expect(lines[0]).toMatchObject({ event: 'order mail not composed', mail: idOf(1) })
})

test('a database that fails ends the run with an error', async () => {
  await expect(sendOrderMails(outbox([], [], { claim: true }).shop)).rejects.toThrow(
    'Order mails not claimed: no claim',
  )
  const { shop } = outbox([claimed(1)], [], { settle: true })
  await expect(sendOrderMails(shop)).rejects.toThrow('An order mail was not settled: no settling')
})

test('in the background of a response mails are sent too, and a failure is only logged (XX-26)', async () => {
  const soon = async ({ shop }: ReturnType<typeof outbox>) => {
    const background = new Set<Promise<unknown>>()
    const context = { ...shop, background, requestId: 'request-1', markIncomplete: () => undefined }
    sendOrderMailsSoon(context)
    await Promise.all(background)
  }
  const box = outbox([claimed(1)])
  await soon(box)
  expect([box.calls, box.lines]).toEqual([[sent(1), settled(1, 'sent')], []])
  const broken = outbox([], [], { claim: true })
  await soon(broken)
  expect(broken.lines).toEqual([expect.objectContaining({ event: 'order mails not sent', requestId: 'request-1' })])
})

/** Starts rounds of a thousandth of a second over an outbox. */
function rounds({ shop, lines }: ReturnType<typeof outbox>, seconds = 0.001) {
  const stop = new AbortController()
  const background = new Set<Promise<unknown>>()
  startMailRounds({ ...shop, settings: { ...settings, MAIL_SECONDS: seconds }, background, stopping: stop.signal })
  return { lines, background, stop: () => stop.abort() }
}

test('rounds send what is due again and again until the process ends', async () => {
  const mails = [claimed(1)]
  const box = outbox(mails)
  const { background, stop } = rounds(box)
  await vi.waitFor(() => expect(box.calls).toEqual([sent(1), settled(1, 'sent')]))
  mails.push(claimed(2))
  await vi.waitFor(() => expect(box.calls).toHaveLength(4))
  stop()
  await Promise.all(background)
  mails.push(claimed(3))
  expect([background.size, box.calls.length, box.lines]).toEqual([1, 4, []])
})

test('a round that fails is logged, and the next one begins', async () => {
  const broken = { claim: true }
  const mails = [claimed(1)]
  const box = outbox(mails, [], broken)
  const { background, lines, stop } = rounds(box)
  await vi.waitFor(() => expect(lines.length).toBeGreaterThan(1))
  expect(lines[0]).toMatchObject({ event: 'order mails not sent' })
  broken.claim = false
  mails.push(claimed(2))
  await vi.waitFor(() => expect(box.calls).toEqual([sent(2), settled(2, 'sent')]))
  stop()
  await Promise.all(background)
})

test('without seconds there are no rounds', () => {
  expect(rounds(outbox([claimed(1)]), 0).background.size).toBe(0)
})

const order = {
  ...row,
  status: 'Processing',
  payment_method: 'cod',
  subtotal: 300_000,
  delivery_fee: 15_000,
  cash_fee: 0,
}
const summaryOf = (kind: (typeof MAIL_KINDS)[number], more: object = {}, items: Partial<MailedItem>[] = []) =>
  summarize(kind, { ...order, ...more } as MailedOrder, items as MailedItem[], 'https://shop.example')

test('a mail says when the order arrives unless that is past', () => {
  const sentences = MAIL_KINDS.map((kind) => [kind, summaryOf(kind).arrival])
  const words = 'Arrives Thu\u00a026\u00a0Nov\u00a0– Mon\u00a030\u00a0Nov'
  expect(Object.fromEntries(sentences)).toEqual({
    unpaid: `${words} if you pay today.`,
    placed: `${words}.`,
    paid: `${words}.`,
    shipped: `${words}.`,
    operator_refund: null,
    operator_order: `${words}.`,
    changed: `${words}.`,
    delivered: null,
    returned_to_origin: null,
    cancelled: null,
    refund_due: null,
    refunded: null,
    return_requested: null,
    return_approved: null,
    return_received: null,
    return_refused: null,
    exchange_sent: null,
  })
  expect([
    summaryOf('placed', { arrives_from: null }).arrival,
    summaryOf('placed', { arrives_until: null }).arrival,
  ]).toEqual([null, null])
})

test('a mail lists items with their sums and pictures, the address without empty lines, and the payment', () => {
  const item = { product_name: 'Guest robe', quantity: 2, price: 150_000, selected_size: 'S', selected_color: null }
  const {
    items,
    address: lines,
    payment,
  } = summaryOf('placed', {}, [
    { ...item, product_image: '/pictures/robe.webp' },
    { ...item, product_image: null, selected_color: 'Red' },
  ])
  expect(items).toEqual([
    {
      name: 'Guest robe',
      about: 'S',
      count: '2 × Rs. 1,500.00',
      sum: 'Rs. 3,000.00',
      picture: 'https://shop.example/images/160/pictures/robe.jpg',
    },
    { name: 'Guest robe', about: 'S, Red', count: '2 × Rs. 1,500.00', sum: 'Rs. 3,000.00', picture: null },
  ])
  expect(lines).toEqual(['Hira Khan', '7 Canal Road', 'Lahore'])
  expect([payment, summaryOf('paid', { payment_method: 'payfast' }).payment]).toEqual(['Cash on delivery', 'Card'])
})
