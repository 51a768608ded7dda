import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText, listRows, openFrontDoor, REFUSED, tryOut, type FrontDoor } from '../support/front-door.ts'
import { outcome, type Session } from '../support/sessions.ts'

// An attacker with the publishable key and a new shopper's token at every function and every bucket, by what the catalog says when the
// test runs, and the document that lists what they may do.

let door: FrontDoor
let functions: { name: string; call: string; forVisitors: boolean; forShoppers: boolean }[]

beforeAll(async () => {
  door = await openFrontDoor()
  functions = await listRows(
    door,
    `select p.proname as name, has_function_privilege('anon', p.oid, 'execute') as "forVisitors",
       has_function_privilege('authenticated', p.oid, 'execute') as "forShoppers",
       format('select public.%I(%s)', p.proname, (select string_agg('null::' || format_type(t, null), ', ' order by n)
         from unnest(p.proargtypes::oid[]) with ordinality as a (t, n))) as call
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prorettype <> 'trigger'::regtype order by 1`,
  )
})
afterAll(() => door.copy.drop())

test('an attacker calls no function that isn’t granted, and shoppers none of the desk', async () => {
  expect(functions.length).toBeGreaterThan(100)
  for (const { name, call, forVisitors, forShoppers } of functions) {
    if (!forVisitors) expect([name, await tryOut(door.visitor, call)]).toEqual([name, REFUSED])
    if (!forShoppers) expect([name, await tryOut(door.shopper, call)]).toEqual([name, REFUSED])
    else if (name === 'desk_me') expect(await door.shopper.call(call)).toEqual([{ desk_me: null }])
    else if (name.startsWith('desk_'))
      expect([name, await outcome(door.shopper.call(call))]).toEqual([name, 'not_operator'])
  }
})

/** What everybody may know; not about anybody. */
const WINDOW = [
  'catalogue_version',
  'delivery_terms',
  'find_names',
  'get_category_counts',
  'get_completing',
  'get_filter_counts',
  'get_filter_options',
  'get_predefined_answer',
  'get_predefined_questions',
  'get_product_reviews',
  'get_product_with_colors',
  'get_products',
  'get_products_by_slug',
  'get_search_suggestions',
  'get_size_charts',
  'guest_terms',
  'is_product_gone',
  'product_feed',
  'urdu_words',
]

/** The other granted functions, with somebody else's values, and what an attacker gets: a value, or a refusal. */
const CALLS: Record<string, { values: (other: FrontDoor['other']) => unknown[]; gets: unknown }> = {
  add_message: { values: ({ talk }) => [talk, 'Let me in'], gets: 'no_such_conversation' },
  cancel_order: { values: ({ number }) => [number], gets: 'no_such_order' },
  change_cart: { values: () => ['read'], gets: [] },
  change_wishlist: { values: () => ['read'], gets: [] },
  create_conversation: { values: ({ talk }) => ['x', 'x', 'general', null, talk], gets: 'no_such_conversation' },
  edit_own_order: { values: ({ number }) => [number, 1, '{}', 1], gets: 'no_such_order' },
  fail_payment: { values: ({ number }) => [number, 'Payment was cancelled or failed'], gets: false },
  get_exchange_choices: { values: ({ number }) => [number], gets: {} },
  get_guest_order: { values: ({ number }) => [number, crypto.randomUUID()], gets: null },
  get_invoice: { values: ({ number }) => [number, crypto.randomUUID()], gets: null },
  get_own_order_change: { values: ({ number }) => [number], gets: null },
  get_returnable: { values: ({ number }) => [number], gets: {} },
  get_returns: { values: ({ number }) => [number], gets: [] },
  hand_over_conversation: { values: ({ talk }) => [talk], gets: null },
  mark_conversation_read: { values: ({ talk }) => [talk], gets: '' },
  mark_review_helpful: { values: ({ review }) => [review], gets: true },
  pay_in_cash: { values: ({ number }) => [number], gets: 'no_such_order' },
  set_primary_address: { values: ({ address }) => [address], gets: false },
  start_payment: { values: ({ number }) => [number], gets: 'no_such_order' },
  take_guest_order: { values: ({ number }) => [number, crypto.randomUUID()], gets: false },
  withdraw_return: { values: ({ number }) => [number, crypto.randomUUID()], gets: 'no_such_return' },
}

/** Returns a digest of every table, except of what the attacker may add. */
async function digests() {
  const tables = await listRows<{ name: string }>(
    door,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'review_votes'`,
  )
  const all: Record<string, unknown> = {}
  for (const { name } of tables)
    all[name] = await listRows(
      door,
      `select md5(string_agg(t::text, '' order by t::text)) as digest from public.${name} t`,
    )
  return all
}

test('an attacker gets and changes nothing of anybody else by the functions that are granted', async () => {
  const granted = functions.filter((one) => (one.forVisitors || one.forShoppers) && !one.name.startsWith('desk_'))
  expect(granted.map(({ name }) => name)).toEqual([...WINDOW, ...Object.keys(CALLS)].toSorted())
  const before = await digests()
  const attack = async (who: Session, name: string) => {
    const values = CALLS[name]?.values(door.other) ?? []
    const call = `select public.${name}(${values.map((_, place) => `$${place + 1}`).join(', ')}) as got`
    return who.call<{ got: unknown }>(call, ...values).then(
      ([row]) => row?.got,
      (error: unknown) => (error as Error).message,
    )
  }
  for (const { name, forVisitors } of granted.filter((one) => !WINDOW.includes(one.name))) {
    expect([name, await attack(door.shopper, name)]).toEqual([name, CALLS[name]?.gets])
    if (forVisitors) expect([name, await attack(door.visitor, name)]).toEqual([name, CALLS[name]?.gets])
  }
  expect(await digests()).toEqual(before)
})

test('an attacker lists, stores, replaces and deletes no file in any bucket', async () => {
  const buckets = await listRows<{ id: string }>(door, 'select id from storage.buckets order by id')
  expect(buckets.map(({ id }) => id)).toEqual(['files', 'originals', 'products', 'videos'])
  const names = await listRows<{ name: string }>(door, 'select distinct name from storage.objects')
  const own = ['webp', 'png'].map((type) => ({ name: `profilePictures/${door.newcomer}.${type}` }))
  for (const who of [door.visitor, door.shopper]) {
    // As Storage does, without which a trigger refuses each deletion before the policies are asked.
    await who.run(`set storage.allow_delete_query = 'true'`)
    expect(await tryOut(who, 'select 1 from storage.buckets')).toBe(0)
    for (const change of ['', 'update storage.objects set name = name', 'delete from storage.objects'])
      expect([change, await tryOut(who, change ? `${change} returning 1` : 'select 1 from storage.objects')]).toEqual([
        change,
        0,
      ])
    for (const { id } of buckets)
      for (const { name } of [...names, ...own]) {
        const insert = 'insert into storage.objects (bucket_id, name) values ($1, $2)'
        expect([id, name, await tryOut(who, insert, id, name.replace(/[^/]{4}\.webp$/, '0000.webp'))]).toEqual([
          id,
          name,
          REFUSED,
        ])
      }
  }
})

test('docs/operations.md lists what the publishable key and a shopper’s token may do', async () => {
  const tables = (role: string, verb: string) =>
    listRows<{ name: string; columns: string }>(
      door,
      `select table_name as name, string_agg(column_name, ', ' order by column_name) as columns
       from information_schema.role_column_grants
       where table_schema = 'public' and grantee = $1 and privilege_type = $2 group by 1 order by 1`,
      role,
      verb,
    )
  const code = (names: string[]) => names.map((name) => `\`${name}\``).join(', ') || 'nothing'
  const read = (await tables('anon', 'SELECT')).map(({ name }) => name)
  const readToo = (await tables('authenticated', 'SELECT'))
    .map(({ name }) => name)
    .filter((name) => !read.includes(name))
  const deleted = await listRows<{ name: string }>(
    door,
    `select table_name as name from information_schema.role_table_grants
     where table_schema = 'public' and grantee = 'authenticated' and privilege_type = 'DELETE' order by 1`,
  )
  const written = [...(await tables('authenticated', 'INSERT')), ...(await tables('authenticated', 'UPDATE'))]
  const calls = functions.filter(({ forVisitors }) => forVisitors).map(({ name }) => name)
  const callsToo = functions.filter((one) => one.forShoppers && !one.forVisitors).map(({ name }) => name)
  const document = readFileSync('docs/operations.md', 'utf8')
  const lines = [
    `- The publishable key reads ${code(read)}.`,
    `- It writes ${code((await tables('anon', 'INSERT')).map(({ name }) => name))}.`,
    `- It calls ${code(calls)}.`,
    `- A shopper’s token also reads the shopper’s own rows of ${code(readToo)}; the desk’s record only for operators.`,
    `- It writes the shopper’s own rows of ${code([...new Set(written.map(({ name }) => name))])}, and deletes those of ${code(deleted.map(({ name }) => name))}.`,
    `- It also calls ${code(callsToo.filter((name) => !name.startsWith('desk_')))}, and ${callsToo.filter((name) => name.startsWith('desk_')).length} functions of the desk, which refuse everybody but operators.`,
  ]
  expectText(document, lines.join('\n'))
})
