import { afterEach, beforeEach, expect, test } from 'vitest'
import { TestDatabase, runConcurrently, type Session } from '../support/sessions.ts'

let copy: TestDatabase

beforeEach(async () => {
  copy = await TestDatabase.make()
})
afterEach(() => copy.drop())

const COUNT = 40

/** Creates `COUNT` mails to operators. */
async function fillOutbox(): Promise<void> {
  await copy.read(
    `with refunds as (insert into public.refunds (provider, provider_payment_id, amount, reason)
       select 'payfast', n::text, n, 'unknown_order' from generate_series(1, $1) n returning 1)
     select count(*) from refunds`,
    COUNT,
  )
}

interface Claim {
  id: string
  attempts: number
}

const claim = async (session: Session, most: number) =>
  (await session.call<{ claimed: Claim }>('select public.claim_order_mails($1) as claimed', most)).map(
    ({ claimed }) => claimed,
  )

test('two sessions that claim at the same time get different mails without waiting', async () => {
  await fillOutbox()
  const [one, two] = await copy.openMany(2, 'server')
  if (!one || !two) throw new Error('No sessions')
  await one.begin()
  const first = await one.run<{ claimed: Claim }>('select public.claim_order_mails(25) as claimed')
  const second = await claim(two, 25)
  await one.commit()
  const ids = [...first.map(({ claimed }) => claimed), ...second].map(({ id }) => id)
  expect([first.length, second.length, new Set(ids).size]).toEqual([25, 15, COUNT])
})

test('eight consecutive claims return each mail once', async () => {
  await fillOutbox()
  const ids: string[] = []
  await runConcurrently(
    await copy.openMany(8, 'server'),
    Array.from({ length: COUNT + 8 }, () => async (session: Session) => {
      ids.push(...(await claim(session, 1)).map(({ id }) => id))
    }),
  )
  // A claim may find only rows that others are claiming, and return none; a later one finds the rest.
  ids.push(...(await claim(await copy.open('server'), 100)).map(({ id }) => id))
  expect([ids.length, new Set(ids).size]).toEqual([COUNT, COUNT])
})

test('a claim that is rolled back, for example by a lost connection, can be claimed again', async () => {
  await fillOutbox()
  const [lost, next] = await copy.openMany(2, 'server')
  if (!lost || !next) throw new Error('No sessions')
  await lost.begin()
  await lost.run('select public.claim_order_mails(40)')
  await lost.rollback()
  expect(await claim(next, 100)).toHaveLength(COUNT)
})

test('the late result of an earlier attempt doesn’t overwrite a later one', async () => {
  await fillOutbox()
  const server = await copy.open('server')
  const [first] = await claim(server, 1)
  await copy.read(
    `with moved as (update public.order_mails set due_at = now() - interval '1 second' where id = $1 returning 1) select count(*) from moved`,
    first?.id,
  )
  const [second] = await claim(server, 1)
  expect([second?.id, second?.attempts]).toEqual([first?.id, 2])
  await server.call(`select public.settle_order_mail($1, 1, 'refused', 'late')`, first?.id)
  const state = () =>
    copy.read(
      'select state, problem, uncertain_since is not null as "isUncertain" from public.order_mails where id = $1',
      first?.id,
    )
  expect(await state()).toEqual({ state: 'waiting', problem: null, isUncertain: true })
  await server.call(`select public.settle_order_mail($1, 1, 'sent')`, first?.id)
  expect(await state()).toMatchObject({ state: 'sent' })
})
