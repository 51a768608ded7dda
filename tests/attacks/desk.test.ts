import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { PATTERNS } from '../fuzz/routes.ts'
import { startChat } from '../support/chat.ts'
import { addToCart, checkoutFields, placeOrder } from '../support/checkout.ts'
import { AuthenticatorApp, enterDesk, newOperator, privatePath, runOperator } from '../support/desk.ts'
import {
  anonymousClient,
  asPerson,
  newPerson,
  newVisitor,
  serviceClient,
  signedIn,
  type Person,
} from '../support/people.ts'
import { readCookie } from '../support/shop-cookies.ts'
import { formFields, type Visitor } from '../support/visitor.ts'

const UNKNOWN = '/no-such-page'
const command = (...words: string[]) => runOperator(inject('sandbox'), inject('shopUrl'), ...words)

let link: string
let orderId: string
/** Every address of the desk, with an order that exists. */
let paths: string[]
let desk: Visitor
let deskPerson: Person

beforeAll(async () => {
  deskPerson = await newPerson('Desk Person')
  link = privatePath(await command(deskPerson.email))
  desk = newVisitor()
  await enterDesk(desk, link, deskPerson)
  orderId = await placeOrder(await signedIn(await newPerson('Nadia Iqbal')), 'cod')
  paths = PATTERNS.filter((pattern) => /^\/desk(\/|$)/.test(pattern)).map((pattern) => pattern.replace(':id', orderId))
})

/** What a response tells: its status, its headers and its page, but for what differs with each response. */
async function told(response: Response, path: string): Promise<unknown> {
  const headers = [...response.headers].filter(([name]) => !['date', 'x-request-id', 'content-length'].includes(name))
  const html = (await response.text()).replaceAll(encodeURIComponent(path), '{path}').replaceAll(path, '{path}')
  return {
    status: response.status,
    headers,
    html: html.replace(/<code>[\w-]{20,}<\/code>|name="form_token"[^>]*/g, ''),
  }
}

async function orderRow() {
  const { data } = await serviceClient().from('orders').select().eq('order_id', orderId).single()
  return data
}

const visitors: [name: string, visit: () => Promise<Visitor>][] = [
  ['a visitor', async () => newVisitor()],
  ['a shopper', async () => signedIn(await newPerson())],
  [
    'an operator who is signed in to the shop only',
    async () => {
      const person = await newPerson()
      await command(person.email)
      return signedIn(person)
    },
  ],
]

describe.each(visitors)('to %s', (_name, visit) => {
  test('every address of the desk looks like an unknown one, read or posted to', async () => {
    const visitor = await visit()
    const unknown = await told(await visitor.request(UNKNOWN), UNKNOWN)
    const unknownPost = await told(await visitor.submit(UNKNOWN, { intent: 'confirm' }), UNKNOWN)
    expect(paths.length).toBeGreaterThan(8)
    for (const path of [...paths, '/desk/', '/desk/nothing']) {
      expect(await told(await visitor.request(path), path)).toEqual(unknown)
      expect(await told(await visitor.submit(path, { intent: 'confirm', version: '1' }), path)).toEqual(unknownPost)
    }
    const [data, unknownData] = ['/desk/orders.data', `${UNKNOWN}.data`]
    expect(await told(await visitor.request(data), data)).toEqual(
      await told(await visitor.request(unknownData), unknownData),
    )
    const wrongKey = '/desk/sign-in?key=AAAAAAAAAAAAAAAAAAAAAA'
    expect((await visitor.request(wrongKey)).status).toBe(404)
    expect((await orderRow())?.confirmed_at).toBeNull()
  })
})

describe('with the private link, but without a session of the desk', () => {
  /** Signs in completely, and loses the role. */
  async function withoutRole(): Promise<Visitor> {
    const person = await newPerson()
    await command(person.email)
    const visitor = newVisitor()
    await enterDesk(visitor, link, person)
    await command(person.email, '--remove')
    return visitor
  }

  /** Signs in up to the password. */
  async function withPasswordOnly(): Promise<Visitor> {
    const person = await newPerson()
    await command(person.email)
    const visitor = newVisitor()
    await visitor.get(link)
    await visitor.post('/desk/sign-in', { email: person.email, password: person.password })
    return visitor
  }

  test('pages and actions lead to the sign-in page, and nothing changes', async () => {
    const before = await orderRow()
    const version = String(before?.version)
    const ended = await withoutRole()
    const cookies = new Map(ended.cookies)
    for (const visitor of [await withPasswordOnly(), ended]) {
      for (const path of paths.filter((one) => !one.startsWith('/desk/sign-in') && one !== '/desk/sign-out')) {
        // Scripts ask there, and don't follow a redirect to a page.
        const isLive = path.endsWith('/live')
        const page = await visitor.get(path)
        expect([path, isLive ? page.status : page.url.split('?')[0]]).toEqual([path, isLive ? 401 : '/desk/sign-in'])
        const fields = { intent: 'confirm', version, order: `${orderId}:${version}`, id: randomUUID(), reference: 'x' }
        // The first refusal deletes the session's cookie; an attacker would keep it.
        if (visitor === ended) ended.cookies = new Map(cookies)
        const posted = await visitor.submit(path, fields)
        expect([path, posted.headers.get('location')?.split('?')[0] ?? posted.status]).toEqual([
          path,
          [401, 405].includes(posted.status) ? posted.status : '/desk/sign-in',
        ])
      }
    }
    expect(await orderRow()).toEqual(before)
  })

  test('the right password of a shopper is refused like a wrong one', async () => {
    const person = await newPerson()
    const visitor = newVisitor()
    await visitor.get(link)
    const right = await visitor.post('/desk/sign-in', { email: person.email, password: person.password })
    const wrong = await visitor.post('/desk/sign-in', { email: person.email, password: 'another-password' })
    expect([right.status, right.text]).toEqual([wrong.status, wrong.text])
  })

  test('codes can be guessed five times', async () => {
    const visitor = await withPasswordOnly()
    const statuses = []
    for (const code of ['000001', '000002', '000003', '000004', '000005', '000006'])
      statuses.push((await visitor.post('/desk/sign-in/code', { code })).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  test('a second factor in use can’t be replaced with the password alone', async () => {
    const client = await asPerson(deskPerson)
    const { error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
    expect(error?.code).toBe('insufficient_aal')
    const { data } = await client.auth.mfa.listFactors()
    const factorId = data?.totp[0]?.id ?? ''
    expect((await client.auth.mfa.unenroll({ factorId })).error?.code).toBe('insufficient_aal')
  })
})

/** Every function of the desk but desk_me, with values that would do harm. */
const everyCall = () =>
  [
    ['desk_orders', {}],
    ['desk_draft_order', { p_items: [] }],
    ['desk_place_order', { p_attempt_key: randomUUID(), p_order: { items: [] }, p_expected_total: 0 }],
    ['desk_orders_in_full', { p_numbers: [orderId] }],
    ['desk_change_order', { p_order_id: orderId, p_version: 1, p_action: 'cancel' }],
    ['desk_parcels', {}],
    [
      'desk_book_parcels',
      { p_orders: [{ order_id: orderId, version: 1 }], p_courier: 'PostEx', p_batch: randomUUID() },
    ],
    ['desk_send_by_hand', { p_courier: 'x', p_rows: [{ order_id: orderId, tracking: 'x' }], p_is_shipped: true }],
    [
      'desk_note_parcels',
      { p_courier: 'x', p_rows: [{ line: 1, order_id: orderId, tracking: 'x' }], p_is_shipped: true },
    ],
    ['desk_cancel_parcel', { p_id: randomUUID(), p_version: 1 }],
    ['desk_settlements', {}],
    ['desk_settlement', { p_id: randomUUID() }],
    ['desk_start_settlement', { p_courier: 'x', p_file: 'x', p_headings: ['x'], p_rows: [['x']] }],
    ['desk_map_settlement', { p_id: randomUUID(), p_version: 1, p_columns: {} }],
    ['desk_apply_settlement', { p_id: randomUUID(), p_version: 1, p_seen: 'x' }],
    ['desk_remove_settlement', { p_id: randomUUID(), p_version: 1 }],
    ['desk_take_back_settlement', { p_id: randomUUID(), p_version: 1, p_reason: 'x' }],
    ['desk_record_received', { p_id: randomUUID(), p_version: 1, p_amount: 1, p_on: '2026-01-01' }],
    ['desk_write_off', { p_id: randomUUID(), p_version: 1, p_subject: 'bank', p_amount: 1, p_reason: 'x' }],
    ['desk_export_settlement', {}],
    ['desk_export_withheld', {}],
    ['desk_take_back', { p_order_id: orderId, p_version: 1, p_reason: 'x' }],
    ['desk_edit_order', { p_order_id: orderId, p_version: 1, p_change: { delivery_fee: 0 } }],
    ['desk_order_choices', { p_order_id: orderId }],
    ['desk_refund_part', { p_order_id: orderId, p_version: 1, p_amount: 1, p_reason: 'x' }],
    ['desk_order_aside', { p_order_id: orderId }],
    ['desk_confirmations', {}],
    ['desk_record_call', { p_order_id: orderId, p_version: 1, p_outcome: 'no_answer' }],
    ['desk_record_refund', { p_refund: randomUUID(), p_reference: 'x' }],
    ['desk_refunds', {}],
    ['desk_correct_difference', { p_return: randomUUID(), p_version: 1, p_amount: 1, p_reason: 'x' }],
    ['desk_decide_return', { p_return: randomUUID(), p_version: 1, p_status: 'approved' }],
    ['desk_returns', {}],
    ['desk_request_return', { p_order_id: orderId, p_request: { kind: 'return' } }],
    ['desk_exchange_choices', { p_order_id: orderId }],
    ['desk_take_back_return', { p_return: randomUUID(), p_version: 1, p_reason: 'x' }],
    ['desk_today', {}],
    ['desk_troubles', {}],
    ['desk_products', {}],
    ['desk_product', { p_id: randomUUID() }],
    ['desk_save_product', { p_id: randomUUID(), p_version: 1, p_product: { name: 'x', price: 1 } }],
    ['desk_save_stock', { p_product: randomUUID(), p_version: 1, p_sizes: [] }],
    ['desk_set_product_state', { p_id: randomUUID(), p_version: 1, p_state: 'archived' }],
    ['desk_set_no_size', { p_id: randomUUID(), p_version: 1, p_has_no_size: true }],
    ['desk_product_checks', { p_id: randomUUID() }],
    ['desk_move_stock', { p_moves: [{ variant: randomUUID(), change: 100 }], p_reason: 'received' }],
    ['desk_set_shelf', { p_id: randomUUID(), p_shelf: 'x' }],
    ['desk_stock', { p_id: randomUUID() }],
    ['desk_stock_changes', { p_product: randomUUID() }],
    ['desk_save_pictures', { p_product: randomUUID(), p_version: 1, p_pictures: [] }],
    ['desk_archives', {}],
    ['desk_archive', { p_id: randomUUID() }],
    ['desk_store_archive', { p_file: 'x', p_crop: 'none', p_files: [{ name: 'x' }] }],
    ['desk_begin_archive', { p_id: randomUUID() }],
    ['desk_claim_picture', { p_id: randomUUID() }],
    ['desk_settle_picture', { p_id: randomUUID(), p_place: 1, p_problem: 'x' }],
    ['desk_picture', { p_id: randomUUID() }],
    ['desk_product_video', { p_product: randomUUID() }],
    ['desk_pairs', { p_product: randomUUID() }],
    ['desk_save_pairs', { p_product: randomUUID(), p_version: 1, p_shown: [], p_chosen: [] }],
    ['desk_save_video', { p_product: randomUUID(), p_version: 1, p_path: 'x' }],
    [
      'desk_crop_picture',
      { p_product: randomUUID(), p_version: 1, p_picture: randomUUID(), p_url: 'x', p_part: 'whole' },
    ],
    ['desk_preview', { p_id: randomUUID() }],
    ['desk_create_product', { p_name: 'x', p_price: 1 }],
    ['desk_duplicate_product', { p_id: randomUUID() }],
    ['desk_categories', {}],
    ['desk_save_category', { p_category: { name: 'Evil' } }],
    ['desk_remove_category', { p_id: randomUUID(), p_version: 1 }],
    ['desk_attributes', {}],
    ['desk_save_attribute', { p_attribute: { name: 'Evil', values: [] } }],
    ['desk_remove_attribute', { p_code: 'sleeves', p_version: 1 }],
    ['desk_search_words', {}],
    ['desk_try_search', { p_term: 'bra' }],
    ['desk_save_synonyms', { p_word: 'evil', p_was: [], p_meanings: ['bra'] }],
    ['desk_save_size_chart', { p_name: 'bra', p_version: 1, p_chart: {} }],
    ['desk_create_size_chart', { p_chart: { title: 'x', advice: 'x' } }],
    ['desk_remove_size_chart', { p_name: 'camisole', p_version: 1 }],
    ['desk_export_products', {}],
    ['desk_start_import', { p_file: 'x.csv', p_total: 1 }],
    ['desk_store_import_rows', { p_id: randomUUID(), p_rows: [] }],
    ['desk_check_import', { p_id: randomUUID() }],
    ['desk_import', { p_id: randomUUID() }],
    ['desk_imports', {}],
    ['desk_change_products', { p_change: { state: 'archived' } }],
    ['desk_leave_out_bad_rows', { p_id: randomUUID() }],
    ['desk_reverse_import', { p_id: randomUUID() }],
    ['desk_apply_import', { p_id: randomUUID(), p_version: 1 }],
    ['desk_texts', {}],
    ['desk_text', { p_kind: 'page', p_id: randomUUID() }],
    ['desk_save_text', { p_kind: 'page', p_id: randomUUID(), p_version: 1, p_title: 'x', p_content: 'x' }],
    ['desk_text', { p_kind: 'mail', p_id: randomUUID() }],
    [
      'desk_save_text',
      { p_kind: 'mail', p_id: randomUUID(), p_version: 1, p_title: 'x', p_content: 'x', p_button: 'x' },
    ],
    ['desk_create_text', { p_kind: 'page', p_topic: 'evil', p_title: 'Evil' }],
    ['desk_remove_text', { p_kind: 'page', p_id: randomUUID(), p_version: 1 }],
    ['desk_translations', {}],
    ['desk_translation_counts', {}],
    ['desk_save_translations', { p_texts: [] }],
    ['desk_list', { p_list: 'delivery' }],
    ['desk_save_row', { p_list: 'delivery', p_id: 'Pakistan', p_version: 1, p_values: { is_served: true, fee: 0 } }],
    ['desk_save_row', { p_list: 'testimonial', p_values: { review_text: 'Evil', is_active: true } }],
    ['desk_remove_row', { p_list: 'color', p_id: randomUUID(), p_version: 1 }],
    ['desk_conversations', {}],
    ['desk_conversation', { p_id: randomUUID() }],
    ['desk_conversation_news', { p_id: randomUUID(), p_after: 0 }],
    ['desk_reply', { p_id: randomUUID(), p_version: 1, p_text: 'x', p_temp_id: randomUUID() }],
    ['desk_assign', { p_id: randomUUID(), p_version: 1 }],
    ['desk_close', { p_id: randomUUID(), p_version: 1 }],
    ['desk_attachment', { p_message: randomUUID() }],
    ['desk_colleagues', {}],
    ['desk_operators', {}],
    ['desk_take_role', { p_person: deskPerson.id }],
    ['desk_give_role', { p_person: deskPerson.id, p_role: 'manager' }],
    ['desk_invite', { p_email: 'thief@example.com', p_role: 'manager' }],
    ['desk_invite_again', { p_person: deskPerson.id }],
    ['desk_lost_phone', { p_person: deskPerson.id }],
    ['desk_recovery_codes', {}],
    ['desk_listening', {}],
    ['desk_listen', { p_by_mail: true, p_from: 0, p_until: 0 }],
    [
      'desk_add_browser',
      { p_endpoint: 'https://push.example/x', p_p256dh: 'B'.repeat(87), p_auth: 'a'.repeat(22), p_name: 'x' },
    ],
    ['desk_remove_browser', { p_id: randomUUID() }],
    ['desk_save_recovery_codes', { p_hashes: [] }],
    ['desk_customers', {}],
    ['desk_customer', { p_id: deskPerson.id }],
    ['desk_tag_person', { p_id: deskPerson.id, p_tag: 'evil' }],
    ['desk_join_people', { p_id: deskPerson.id, p_other: randomUUID() }],
    ['desk_part_person', { p_id: deskPerson.id }],
    ['desk_known_shopper', { p_phone: '+923001234567' }],
    ['desk_change_email', { p_order_id: orderId, p_version: 1, p_email: 'thief@example.com' }],
    ['desk_contact', {}],
    ['desk_mark_contact', { p_id: randomUUID(), p_version: 1, p_is_answered: true }],
    ['desk_reviews', {}],
    ['desk_hide_review', { p_id: randomUUID(), p_version: 1, p_reason: 'x' }],
    ['desk_newsletter', {}],
    ['desk_newsletter_export', {}],
    ['desk_promo_codes', {}],
    ['desk_promo_code', { p_id: randomUUID() }],
    ['desk_create_promo_code', { p_code: 'FREE-FOR-ALL', p_promo: { kind: 'percent', value: 100 } }],
    ['desk_save_promo_code', { p_id: randomUUID(), p_version: 1, p_promo: { kind: 'percent', value: 100 } }],
    ['desk_end_promo_code', { p_id: randomUUID(), p_version: 1 }],
    ['desk_remove_promo_code', { p_id: randomUUID(), p_version: 1 }],
    ['desk_save_row', { p_list: 'announcement', p_values: { title: 'Evil', is_active: true } }],
    ['desk_funnel', { p_from: '2026-01-01', p_until: '2026-01-31' }],
    ['desk_invoices', { p_numbers: [orderId] }],
    ['desk_order_ledger', { p_order_id: orderId }],
    ['desk_notes', { p_order: orderId }],
    ['desk_add_note', { p_text: 'Evil', p_order: orderId }],
    ['desk_remove_note', { p_id: randomUUID() }],
    ['desk_sales', { p_from: '2026-01-01', p_until: '2026-01-31' }],
    ['desk_sales_by', { p_from: '2026-01-01', p_until: '2026-01-31', p_by: 'day' }],
    ['desk_ledger', { p_from: '2026-01-01', p_until: '2026-01-31' }],
    ['desk_export_orders', { p_numbers: [] }],
    ['desk_export_entries', { p_month: '2026-01-01' }],
  ] as const

test('straight at the database, only an operator with a second factor gets past the desk’s functions', async () => {
  const calls = everyCall()
  const tested = new Set<string>(calls.map(([name]) => name))
  const functions = readFileSync('app/platform/supabase/database.types.ts', 'utf8').split('    Functions: {')[1] ?? ''
  const names = [...functions.matchAll(/^ {6}(desk_\w+): \{/gm)].map(([, name = '']) => name)
  expect(names.filter((name) => !tested.has(name))).toEqual(['desk_me'])
  const before = await orderRow()
  const shopper = await asPerson(await newPerson())
  const withPassword = await asPerson(deskPerson)
  for (const [name, parameters] of calls) {
    // The types pair each function with its own parameters.
    const ask = async (who: ReturnType<typeof anonymousClient>) => (await who.rpc(name, parameters as never)).error
    expect([name, (await ask(anonymousClient()))?.code]).toEqual([name, '42501'])
    expect([name, (await ask(shopper))?.message]).toEqual([name, 'not_operator'])
    expect([name, (await ask(withPassword))?.message]).toEqual([name, 'not_operator'])
  }
  expect(await orderRow()).toEqual(before)
})

/** Returns a client with the session of somebody at the desk. */
async function clientOf(visitor: Visitor) {
  const { SUPABASE_URL = '', SUPABASE_PUBLISHABLE_KEY = '' } = inject('sandbox')
  const session = await readCookie<{ access: string }>(visitor, 'website_desk', inject('sandbox').SESSION_SECRET)
  return createClient<Database>(SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY, {
    auth: { persistSession: false },
    global: { headers: { Authorization: `Bearer ${session.access}` } },
  })
}

test('straight at the database, somebody with one area gets past no function of another, and reaches no file or record', async () => {
  const { desk: manager } = await newOperator('Manager of Roles', 'manager')
  const { desk: settings, person } = await newOperator('Settings Only')
  const client = await clientOf(settings)
  expect((await client.rpc('desk_orders', {})).error).toBeNull()
  await manager.post('/desk/settings/desk_role', { name: person.id, areas: 'settings' })
  const roles = z.array(z.object({ id: z.string(), name: z.string() }))
  const role = roles
    .parse((await (await clientOf(manager)).rpc('desk_list', { p_list: 'desk_role' })).data)
    .find(({ name }) => name === person.id)
  const given = await manager.post('/desk/people/operators', { intent: 'role', id: person.id, role: role?.id ?? '' })
  expect(given.text).toContain(`The role of ${person.email} is now: ${person.id}.`)
  const before = await orderRow()
  const open = []
  // The prices of delivery are theirs.
  const isTheirs = (name: string, parameters: object) =>
    name === 'desk_save_row' && 'p_list' in parameters && parameters.p_list === 'delivery'
  for (const [name, parameters] of everyCall().filter(([name, values]) => !isTheirs(name, values))) {
    const { error } = await client.rpc(name, parameters as never)
    if (error === null || !['not_allowed', 'not_manager'].includes(error.message)) open.push(name)
  }
  expect(open.toSorted()).toEqual([
    'desk_list',
    'desk_recovery_codes',
    'desk_save_recovery_codes',
    'desk_today',
    'desk_translation_counts',
    'desk_translations',
    'desk_troubles',
  ])
  expect((await client.rpc('desk_today')).data).toEqual({})
  expect(await orderRow()).toEqual(before)
  expect(
    (await client.rpc('desk_save_row', { p_list: 'color', p_values: { name: 'Evil', value: '#000000' } })).error
      ?.message,
  ).toBe('not_allowed')
  const kinds = await client.from('desk_audit').select('subject_kind, actor_email').neq('actor_email', person.email)
  expect(kinds.data?.filter(({ subject_kind: kind }) => ['order', 'product', 'person'].includes(kind))).toEqual([])
  expect((await client.from('stock_changes').select('id')).data).toEqual([])
  const stored = await client.storage.from('products').upload(`${randomUUID()}.webp`, Buffer.from('x'))
  expect(stored.error).not.toBeNull()
})

test('with the password alone an operator reads and adds no file of a conversation', async () => {
  const talk = await startChat(await signedIn(await newPerson()))
  const path = `chat-attachments/${talk}/${randomUUID()}.pdf`
  const file = Buffer.from('%PDF-1.4')
  const [service, withPassword] = [serviceClient(), await asPerson(deskPerson)]
  const stored = await service.storage.from('files').upload(path, file, { contentType: 'application/pdf' })
  expect(stored.error).toBeNull()
  const files = withPassword.storage.from('files')
  expect((await files.createSignedUrl(path, 60)).error).not.toBeNull()
  expect((await files.download(path)).error).not.toBeNull()
  const another = `chat-attachments/${talk}/${randomUUID()}.pdf`
  expect((await files.upload(another, file, { contentType: 'application/pdf' })).error).not.toBeNull()
})

test('the record of changes can’t be written or emptied with any key', async () => {
  for (const who of [anonymousClient(), await asPerson(deskPerson), serviceClient()]) {
    const table = who.from('desk_audit')
    expect((await table.delete().gt('id', 0)).error).not.toBeNull()
    expect((await table.update({ action: 'nothing' }).gt('id', 0)).error).not.toBeNull()
    const forged = { actor_email: 'x', action: 'x', subject_kind: 'x', subject_id: 'x' }
    expect((await table.insert(forged)).error).not.toBeNull()
  }
})

test('nobody gives themselves a role: neither by their profile nor by their account’s data', async () => {
  const person = await newPerson()
  const client = await asPerson(person)
  await client.auth.updateUser({ data: { role: 'manager' } })
  const update = { data: {}, app_metadata: { role: 'manager' } } as Parameters<typeof client.auth.updateUser>[0]
  await client.auth.updateUser(update)
  expect((await serviceClient().auth.admin.getUserById(person.id)).data.user?.app_metadata.role).toBeUndefined()
  expect((await client.rpc('desk_me')).data).toBeNull()
})

test('what shoppers write is only text at the desk: in lists, pages, slips and labels', async () => {
  const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>`
  const person = await newPerson(evil)
  const visitor = await signedIn(person)
  const evilTalk = await startChat(visitor, evil)
  const { data: product } = await serviceClient().from('products').select('id').eq('slug', 'guest-robe').single()
  const review = { product_id: product?.id ?? '', user_id: person.id, rating: 1, review_text: evil }
  expect((await serviceClient().from('product_reviews').insert(review)).error).toBeNull()
  await addToCart(visitor)
  const fields = {
    ...(await checkoutFields(visitor, 'cod')),
    firstName: evil,
    address: evil,
    city: 'Lahore',
    notes: evil,
  }
  const placed = await visitor.submit('/checkout', fields)
  const evilOrder = /ORD-\d+-\d+/.exec(placed.headers.get('location') ?? '')?.[0] ?? ''
  expect(evilOrder).not.toBe('')
  for (const path of [
    `/desk/orders?search=${evilOrder}`,
    `/desk/orders?search=${encodeURIComponent(evil)}`,
    `/desk/orders/${evilOrder}`,
    `/desk/orders/${evilOrder}/change`,
    `/desk/orders/new?search=${encodeURIComponent(evil)}`,
    '/desk/orders/confirm',
    '/desk/couriers',
    '/desk/couriers/numbers',
    `/desk/stock?search=${encodeURIComponent(evil)}`,
    `/desk/orders/invoices?order=${evilOrder}:1`,
    `/desk/orders/slips?order=${evilOrder}:1`,
    `/desk/orders/labels?order=${evilOrder}:1`,
    `/desk/orders/pick?order=${evilOrder}:1`,
    `/desk/orders/take-back?order=${evilOrder}:1`,
    '/desk/chat?list=open',
    `/desk/chat/${evilTalk}`,
    `/desk/reviews?search=${encodeURIComponent(evil)}`,
    `/desk/newsletter?search=${encodeURIComponent(evil)}`,
    `/desk/people?search=${encodeURIComponent(evil)}`,
    `/desk/people/${person.id}`,
    `/desk/audit?who=${encodeURIComponent(evil)}&subject=${encodeURIComponent(evil)}`,
    `/desk/confirm?to=${encodeURIComponent(evil)}`,
  ]) {
    const page = await desk.get(path)
    expect([path, page.status, /<script>|<img src=x/.test(page.html)]).toEqual([path, 200, false])
  }
})

test('a destination of the sign-in leads to the desk only', async () => {
  const person = await newPerson()
  await command(person.email)
  const visitor = newVisitor()
  await visitor.get(link)
  const page = await visitor.get('/desk/sign-in?to=https%3A%2F%2Fevil.example')
  expect(formFields(page.html, 'name="to"').to).toBe('/desk')
  const factor = await visitor.post('/desk/sign-in', {
    email: person.email,
    password: person.password,
    to: '//evil.example/desk',
  })
  const done = await visitor.submit('/desk/sign-in/code', { code: new AuthenticatorApp(factor.html).code() })
  expect(done.headers.get('location')).toBe('/desk/recovery-codes?to=%2Fdesk')
  const codes = await visitor.get('/desk/recovery-codes?to=https%3A%2F%2Fevil.example')
  expect(codes.html).not.toContain('evil.example')
})

test('another site can’t post to the desk', async () => {
  const before = await orderRow()
  const fields = { intent: 'confirm', version: String(before?.version) }
  const response = await desk.submit(`/desk/orders/${orderId}`, fields, { origin: 'https://evil.example' })
  expect(response.status).toBe(403)
  expect(await orderRow()).toEqual(before)
})

test('the desk’s token opens no table beyond a shopper’s own rows', async () => {
  const client = await clientOf(desk)
  expect((await client.rpc('desk_me')).data).toMatchObject({ email: deskPerson.email, role: 'operator' })
  expect((await client.from('orders').select('id')).data).toEqual([])
  expect((await client.from('orders').update({ status: 'Delivered' }).eq('order_id', orderId)).error?.code).toBe(
    '42501',
  )
  const talk = await startChat(await signedIn(await newPerson()))
  expect((await client.from('user_conversations').select('id')).data).toEqual([])
  expect((await client.from('chat_messages').select('id')).data).toEqual([])
  const forged = { conversation_id: talk, message_text: 'Not from the desk' }
  expect((await client.from('chat_messages').insert(forged)).error?.code).toBe('42501')
  expect((await client.rpc('desk_take_role', { p_person: deskPerson.id })).error?.message).toBe('not_manager')
  expect((await client.from('payment_notifications').select('id')).error?.code).toBe('42501')
})
