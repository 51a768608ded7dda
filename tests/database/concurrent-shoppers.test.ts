import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestDatabase, outcome, runConcurrently, type Session } from '../support/sessions.ts'

let copy: TestDatabase

beforeEach(async () => {
  copy = await TestDatabase.make()
})
afterEach(() => copy.drop())

const idOf = async (email: string) =>
  (await copy.read<{ id: string }>('select id from public.profiles where email = $1', email)).id

/** Creates accounts like Auth does. */
async function people(count: number): Promise<string[]> {
  const { ids } = await copy.read<{ ids: string[] }>(
    `with made as (insert into auth.users (id, email, raw_user_meta_data)
       select gen_random_uuid(), 'shopper' || n || '@example.com', '{"full_name": "Shopper"}' from generate_series(1, $1) n
       returning id) select array_agg(id) as ids from made`,
    count,
  )
  return ids
}

const REVIEW = 'insert into public.product_reviews (product_id, user_id, rating, review_text) values ($1, $2, $3, $4)'

/** Returns products without reviews. */
async function unreviewed(count: number): Promise<string[]> {
  const { ids } = await copy.read<{ ids: string[] }>(
    `select array_agg(id order by id) as ids from (select id from public.products where review_count = 0 order by id limit $1) p`,
    count,
  )
  return ids
}

const ratingOf = (product: string) =>
  copy.read('select rating::float, review_count from public.products where id = $1', product)

test('a review counts while another one of the same product is written', async () => {
  const [one = '', two = ''] = await people(2)
  const [product = ''] = await unreviewed(1)
  const [first, second] = [await copy.open('server'), await copy.open('server')]
  await first.begin()
  await first.run(REVIEW, product, one, 1, 'x')
  const writing = second.call(REVIEW, product, two, 5, 'x')
  await copy.untilWaiting(1)
  await first.commit()
  await writing
  expect(await ratingOf(product)).toEqual({ rating: 3, review_count: 2 })
})

test('a product’s rating is exact after thirty simultaneous reviews', async () => {
  const shoppers = await people(30)
  const [product = ''] = await unreviewed(1)
  const sessions = await Promise.all(shoppers.map(() => copy.open('server')))
  const results = await Promise.all(
    sessions.map((session, n) => outcome(session.call(REVIEW, product, shoppers[n], (n % 5) + 1, 'x'))),
  )
  expect(new Set(results)).toEqual(new Set(['done']))
  expect(await ratingOf(product)).toEqual({ rating: 3, review_count: 30 })
})

/** Makes people operators with an open session. */
async function makeOperators(ids: string[]): Promise<void> {
  await copy.read(
    `with given as (update auth.users set raw_app_meta_data = coalesce(raw_app_meta_data, '{}') || '{"role": "operator"}'
       where id = any ($1) returning id)
     insert into auth.sessions (id, user_id) select id, id from given returning id`,
    ids,
  )
}

test('a product can be deleted while one of its reviews is hidden', async () => {
  const [author = '', colleague = ''] = await people(2)
  await makeOperators([colleague])
  const [product = ''] = await unreviewed(1)
  await (await copy.open('server')).call(REVIEW, product, author, 1, 'Rude')
  const { id } = await copy.read<{ id: string }>('select id from public.product_reviews where user_id = $1', author)
  const [holder, studio] = await copy.openMany(2, 'server')
  const operator = await copy.open({ operator: colleague })
  await holder?.begin()
  await holder?.run('select from public.product_reviews where id = $1 for update', id)
  const hiding = outcome(operator.call(`select public.desk_hide_review($1, 1, 'Rude')`, id))
  await copy.untilWaiting(1)
  const deleting = outcome(studio?.call('delete from public.products where id = $1', product) ?? Promise.reject())
  await copy.untilWaiting(2)
  await holder?.commit()
  expect(await Promise.all([hiding, deleting])).toEqual(['done', 'done'])
})

test('a hidden review that is deleted while its author writes anew leaves a hidden one', async () => {
  const [author = ''] = await people(1)
  const [product = ''] = await unreviewed(1)
  const [deleting, writing] = [await copy.open({ shopper: author }), await copy.open('server')]
  await writing.call(REVIEW, product, author, 1, 'Rude')
  await copy.read(
    `with hidden as (update public.product_reviews set hidden_at = now(), hidden_reason = 'Rude' where user_id = $1 returning 1)
     select count(*) from hidden`,
    author,
  )
  await deleting.begin()
  await deleting.run('delete from public.product_reviews where user_id = $1', author)
  const written = outcome(writing.call(REVIEW, product, author, 2, 'Rude again'))
  await copy.untilWaiting(1)
  await deleting.commit()
  expect(await written).toBe('done')
  expect(
    await copy.read('select review_text, hidden_reason from public.product_reviews where user_id = $1', author),
  ).toEqual({ review_text: 'Rude again', hidden_reason: 'Rude' })
})

test('two accounts that reviewed the same products in opposite orders can be deleted at the same time', async () => {
  const [one = '', two = ''] = await people(2)
  const [product = '', other = ''] = await unreviewed(2)
  const write = async (shopper: string, products: string[]) => {
    const session = await copy.open('server')
    for (const reviewed of products) await session.call(REVIEW, reviewed, shopper, 4, 'x')
  }
  await write(one, [product, other])
  await write(two, [other, product])
  const holders = await copy.openMany(2, 'server')
  for (const [n, locked] of [product, other].entries()) {
    await holders[n]?.begin()
    await holders[n]?.run('select from public.products where id = $1 for no key update', locked)
  }
  const [first, second] = await copy.openMany(2, 'auth')
  const deleting = [first, second].map((session, n) =>
    outcome(session?.call('delete from auth.users where id = $1', [one, two][n]) ?? Promise.reject()),
  )
  await copy.untilWaiting(2)
  for (const holder of holders) await holder.commit()
  expect(await Promise.all(deleting)).toEqual(['done', 'done'])
  expect(await ratingOf(product)).toEqual({ rating: null, review_count: 0 })
})

test('two shoppers who voted for each other’s reviews can delete their accounts at the same time', async () => {
  const pair = await people(2)
  const reviewed = await unreviewed(2)
  const reviews: string[] = []
  for (const [n, shopper] of pair.entries()) {
    const session = await copy.open('server')
    const rows = await session.call<{ id: string }>(`${REVIEW} returning id`, reviewed[n], shopper, 4, 'x')
    reviews.push(rows[0]?.id ?? '')
  }
  for (const [n, shopper] of pair.entries()) {
    const session = await copy.open({ shopper })
    await session.call('select public.mark_review_helpful($1)', reviews[1 - n])
    await session.call("select public.create_conversation('x')")
  }
  // Each deletion stops at its conversation: after the shopper's own votes, and before those for their reviews.
  const holders = await copy.openMany(2, 'server')
  for (const [n, shopper] of pair.entries()) {
    await holders[n]?.begin()
    await holders[n]?.run('select from public.user_conversations where created_by = $1 for update', shopper)
  }
  const [first, second] = await copy.openMany(2, 'auth')
  const deleting = [first, second].map((session, n) =>
    outcome(session?.call('delete from auth.users where id = $1', pair[n]) ?? Promise.reject()),
  )
  await copy.untilWaiting(2)
  for (const holder of holders) await holder.commit()
  expect(await Promise.all(deleting)).toEqual(['done', 'done'])
})

const ADDRESS = `insert into public.profile_addresses (profile_id, address_line1, city, is_primary) values ($1, $2, 'Lahore', $3) returning id`

test('one address is primary after 160 simultaneous changes, and every change succeeds', async () => {
  const [shopper = ''] = await people(1)
  const sessions = await copy.openMany(8, { shopper })
  const ids: string[] = []
  for (const n of [1, 2, 3, 4]) ids.push(...(await add(sessions[0], shopper, `${n} Road`, false)))
  const counts = await runConcurrently(
    sessions,
    Array.from({ length: 160 }, (_, n) => async (session) => {
      if (n % 10 === 9) {
        const [added] = await add(session, shopper, `${n} Street`, true)
        await session.call('delete from public.profile_addresses where id = $1', added)
      } else if (n % 2 === 0) await session.call('select public.set_primary_address($1)', ids[(n / 2) % 4])
      else await session.call('update public.profile_addresses set is_primary = true where id = $1', ids[n % 4])
    }),
  )
  expect(counts).toEqual({ done: 160 })
  expect(
    await copy.read(
      `select count(*)::integer as all, (count(*) filter (where is_primary))::integer as primary
       from public.profile_addresses where profile_id = $1`,
      shopper,
    ),
  ).toEqual({ all: 4, primary: 1 })
})

async function add(session: Session | undefined, shopper: string, street: string, isPrimary: boolean) {
  const rows = await session?.call<{ id: string }>(ADDRESS, shopper, street, isPrimary)
  return (rows ?? []).map(({ id }) => id)
}

test('a shopper has at most twenty addresses, even when thirty are added at the same time', async () => {
  const [shopper = ''] = await people(1)
  const counts = await runConcurrently(
    await copy.openMany(8, { shopper }),
    Array.from({ length: 30 }, (_, n) => (session) => session.call(ADDRESS, shopper, `${n} Road`, n % 3 === 0)),
  )
  expect(counts).toEqual({ done: 20, too_many_addresses: 10 })
})

test('an operator and the shopper can change the primary address at the same time', async () => {
  const [shopper = ''] = await people(1)
  const own = await copy.open({ shopper })
  const ids: string[] = []
  for (const n of [1, 2]) ids.push(...(await add(own, shopper, `${n} Road`, false)))
  const studio = await copy.openMany(2, 'studio')
  const counts = await runConcurrently(
    [...(await copy.openMany(2, { shopper })), ...studio],
    Array.from(
      { length: 80 },
      (_, n) => (session) =>
        session.call('update public.profile_addresses set is_primary = true where id = $1', ids[n % 2]),
    ),
  )
  expect(counts).toEqual({ done: 80 })
})

/** Opens a conversation of the shopper with one message of an agent. */
async function conversationOf(shopper: string): Promise<string> {
  const session = await copy.open({ shopper })
  const [row] = await session.call<{ id: string }>(`select public.create_conversation('Chat') as id`)
  const server = await copy.open('server')
  await server.call(
    'insert into public.chat_messages (conversation_id, message_text) values ($1, $2)',
    row?.id,
    'Hello',
  )
  return row?.id ?? ''
}

test('of sixty messages that a shopper sends at the same time forty are accepted', async () => {
  const [shopper = ''] = await people(1)
  const conversation = await conversationOf(shopper)
  const write = (session: Session) => session.call('select public.add_message($1, $2)', conversation, 'Are you there?')
  const sessions = await copy.openMany(6, { shopper })
  expect(
    await runConcurrently(
      sessions,
      Array.from({ length: 60 }, () => write),
    ),
  ).toEqual({
    done: 40,
    too_many_messages: 20,
  })
})

test('a message that arrives while the conversation is marked as read stays unread', async () => {
  const shopper = await idOf('mahnoor@example.com')
  const conversation = await conversationOf(shopper)
  const agent = await copy.open('server')
  await agent.begin()
  await agent.run(
    'insert into public.chat_messages (conversation_id, message_text) values ($1, $2)',
    conversation,
    'More',
  )
  const reading = (await copy.open({ shopper })).call('select public.mark_conversation_read($1, 1)', conversation)
  await copy.untilWaiting(1)
  await agent.commit()
  await reading
  expect(await copy.read('select unread_count from public.user_conversations where id = $1', conversation)).toEqual({
    unread_count: 1,
  })
})

test('unread counts and positions are exact after agents and the shopper write and read simultaneously', async () => {
  const shopper = await idOf('mahnoor@example.com')
  const conversation = await conversationOf(shopper)
  const agents = await copy.openMany(4, 'server')
  const own = await copy.openMany(4, { shopper })
  const write = (session: Session) =>
    session.call('insert into public.chat_messages (conversation_id, message_text) values ($1, $2)', conversation, 'x')
  const reply = (session: Session) => session.call('select public.add_message($1, $2)', conversation, 'y')
  const read = (session: Session) => session.call('select public.mark_conversation_read($1, 1)', conversation)
  const [fromAgents, fromShopper] = await Promise.all([
    runConcurrently(
      agents,
      Array.from({ length: 40 }, () => write),
    ),
    runConcurrently(
      own,
      Array.from({ length: 40 }, (_, n) => (n % 2 === 0 ? reply : read)),
    ),
  ])
  expect([fromAgents, fromShopper]).toEqual([{ done: 40 }, { done: 40 }])
  expect(
    await copy.read(
      `select c.unread_count, c.last_position, (select max(m.position) from public.chat_messages m where m.conversation_id = c.id) as last
       from public.user_conversations c where c.id = $1`,
      conversation,
    ),
  ).toEqual({ unread_count: 40, last_position: 61, last: 61 })
})

const line = (quantity: number, size = 'M', product = '00000000-0000-4000-8000-000000000001') => ({
  product_id: product,
  size,
  color: '',
  quantity,
})
const change = (session: Session, kind: string, lines: ReturnType<typeof line>[]) =>
  session.call('select public.change_cart($1, $2)', kind, JSON.stringify(lines))

test('carts changed and merged on several devices at the same time lose nothing', async () => {
  const shopper = await idOf('hira@example.com')
  const sessions = await copy.openMany(8, { shopper })
  const counts = await runConcurrently(
    sessions,
    Array.from(
      { length: 64 },
      (_, n) => (session) =>
        n % 2 === 0
          ? change(session, 'add', [line(1, 'A'), line(1, 'B')])
          : change(session, 'merge', [line(5, 'C'), line(1, 'B'), line(1, 'A')]),
    ),
  )
  expect(counts).toEqual({ done: 64 })
  const { quantities } = await copy.read<{ quantities: object }>(
    `select jsonb_object_agg(size, quantity) as quantities from public.cart_items where user_id = $1`,
    shopper,
  )
  expect(quantities).toEqual({ A: expect.any(Number), B: expect.any(Number), C: 5 })
  // A merge before the first `add` leaves quantity 1, which the `add` increases.
  for (const quantity of [quantities].flatMap(({ A, B }: { A?: number; B?: number }) => [A, B])) {
    expect([32, 33]).toContain(quantity)
  }
})

test('a cart can be changed while its account is deleted', async () => {
  const shopper = await idOf('hira@example.com')
  const session = await copy.open({ shopper })
  await change(session, 'add', [line(1, 'A')])
  const holder = await copy.open('studio')
  await holder.begin()
  await holder.run('select from public.cart_items where user_id = $1 for update', shopper)
  const changing = outcome(change(session, 'merge', [line(2, 'A'), line(1, 'B')]))
  await copy.untilWaiting(1)
  const deleting = outcome((await copy.open('auth')).call('delete from auth.users where id = $1', shopper))
  await copy.untilWaiting(2)
  await holder.commit()
  expect(await Promise.all([changing, deleting])).toEqual(['done', 'done'])
})

const save = (session: Session, slugs: string[]) =>
  session.call('select public.change_wishlist($1, $2)', 'merge', JSON.stringify(slugs.map((slug) => ({ slug }))))

test('wishlists merged on several devices at the same time lose nothing, even while products are deleted', async () => {
  const shopper = await idOf('hira@example.com')
  const sessions = await copy.openMany(6, { shopper })
  const studio = await copy.open('studio')
  await studio.call(
    `insert into public.products (name, slug, price) select 'P', 'p-' || n, 1 from generate_series(1, 20) n`,
  )
  const slugs = Array.from({ length: 20 }, (_, n) => `p-${n + 1}`)
  const merging = runConcurrently(
    sessions,
    Array.from({ length: 36 }, (_, n) => (session) => save(session, n % 2 ? slugs : slugs.toReversed())),
  )
  const deleting = outcome(studio.call(`delete from public.products where slug in ('p-3', 'p-17')`))
  expect([await merging, await deleting]).toEqual([{ done: 36 }, 'done'])
  const { count } = await copy.read<{ count: number }>(
    'select count(*)::integer from public.wishlist_items where user_id = $1',
    shopper,
  )
  expect(count).toBe(18)
})

test('two processes that claim stock alerts at the same time get different ones, and together all', async () => {
  const studio = await copy.open('studio')
  const { id } = await copy.read<{ id: string }>(
    'select id from public.product_variants where stock > 0 order by id limit 1',
  )
  await studio.call(
    `insert into public.stock_alerts (variant_id, email) select $1, n || '@example.com' from generate_series(1, 60) n`,
    id,
  )
  const sessions = await copy.openMany(4, 'server')
  const claimed: string[] = []
  await runConcurrently(
    sessions,
    Array.from({ length: 80 }, () => async (session) => {
      const rows = await session.call<{ id: string }>('select id from public.claim_stock_alerts(1)')
      claimed.push(...rows.map((row) => row.id))
    }),
  )
  expect([claimed.length, new Set(claimed).size]).toEqual([60, 60])
})

test('a message can be written while its account is deleted', async () => {
  const shopper = await idOf('mahnoor@example.com')
  const conversation = await conversationOf(shopper)
  const holder = await copy.open('studio')
  await holder.begin()
  await holder.run('select from public.user_conversations where id = $1 for update', conversation)
  const writing = outcome(
    (await copy.open({ shopper })).call('select public.add_message($1, $2)', conversation, 'Are you there?'),
  )
  await copy.untilWaiting(1)
  const deleting = outcome((await copy.open('auth')).call('delete from auth.users where id = $1', shopper))
  await copy.untilWaiting(2)
  await holder.commit()
  expect(await Promise.all([writing, deleting])).toEqual(['done', 'done'])
})

test('an address can be added while its account is deleted', async () => {
  const [shopper = ''] = await people(1)
  const session = await copy.open({ shopper })
  await add(session, shopper, '1 Road', true)
  const holder = await copy.open('studio')
  await holder.begin()
  await holder.run('select from public.profile_addresses where profile_id = $1 for update', shopper)
  const adding = outcome(add(session, shopper, '2 Road', true))
  await copy.untilWaiting(1)
  const deleting = outcome((await copy.open('auth')).call('delete from auth.users where id = $1', shopper))
  await copy.untilWaiting(2)
  await holder.commit()
  expect(await Promise.all([adding, deleting])).toEqual(['done', 'done'])
})
