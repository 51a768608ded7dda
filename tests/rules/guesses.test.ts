import { expect, test } from 'vitest'
import { accountKey, forgetGuesses, takeGuess, type Guess } from '../../app/account/sign-in/guesses.server.ts'
import type { Log } from '../../app/platform/log.server.ts'
import { keyOf, Limits, rateLimit } from '../../app/platform/rate-limits.server.ts'
import { MINUTE, SECOND } from '../../app/platform/time.ts'

const RULES = {
  perSource: rateLimit('a source', 2, 15 * MINUTE),
  perAccount: rateLimit('an account', 3, 15 * MINUTE),
  underAttack: rateLimit('under attack', 1, 5 * MINUTE),
}

const account = accountKey('owner@example.com')
const from = (address: string): Guess => ({
  account,
  source: keyOf.network({ clientAddress: address }),
  isKnownBrowser: false,
})
const known: Guess = { account, source: keyOf.browser('the owner’s'), isKnownBrowser: true }

/** Counts in this process, since there is no store. */
function counting() {
  const context = { limits: new Limits(undefined, {} as Log) }
  return {
    take: (guess: Guess) => takeGuess(context, RULES, guess),
    forget: (guess: Guess) => forgetGuesses(context, RULES, guess),
    /** Brings the account to its limit, from networks that no test uses. */
    async attack() {
      for (let n = 1; n <= 3; n += 1) expect(await takeGuess(context, RULES, from(`203.0.113.${n}`))).toBeNull()
    },
  }
}

test('an account has one count for each spelling of its address or number', () => {
  expect(accountKey(' Owner@Example.com ')).toBe(account)
  expect(accountKey('0300 1234567')).toBe(accountKey('+92 300 1234567'))
  expect(accountKey('0300 1234567')).toBe(keyOf.phone('+923001234567'))
  expect(accountKey('not a number')).toBe(keyOf.email('not a number'))
})

test('a network waits after its limit, and other networks don’t', async () => {
  const { take } = counting()
  expect([await take(from('192.0.2.1')), await take(from('192.0.2.1'))]).toEqual([null, null])
  expect(await take(from('192.0.2.1'))).toBe(15 * 60)
  expect(await take(from('192.0.2.2'))).toBeNull()
})

test('a network’s limit counts for each account by itself', async () => {
  const { take } = counting()
  for (let n = 0; n < 2; n += 1) await take(from('192.0.2.1'))
  expect(await take({ ...from('192.0.2.1'), account: accountKey('other@example.com') })).toBeNull()
})

test('while an account is attacked, each network has one attempt in five minutes', async () => {
  const { take, attack } = counting()
  await attack()
  expect(await take(from('192.0.2.1'))).toBeNull()
  expect(await take(from('192.0.2.1'))).toBe(5 * 60)
  expect(await take(from('192.0.2.2'))).toBeNull()
})

test('a browser that the owner has used before has only its own limit, and doesn’t count for the account', async () => {
  const { take, attack } = counting()
  await attack()
  expect([await take(known), await take(known)]).toEqual([null, null])
  expect(await take(known)).toBe(15 * 60)
  const calm = counting()
  for (let n = 0; n < 2; n += 1) await calm.take(known)
  await calm.attack()
})

test('a success resets the counts of its network, and takes its attempt back from the account', async () => {
  const { take, forget } = counting()
  for (let n = 0; n < 2; n += 1) await take(from('192.0.2.1'))
  await forget(from('192.0.2.1'))
  // With one of the first two attempts, these make three, so that only the next is beyond the account's limit.
  expect([await take(from('192.0.2.1')), await take(from('192.0.2.2'))]).toEqual([null, null])
  expect([await take(from('192.0.2.2')), await take(from('192.0.2.1'))]).toEqual([null, null])
  expect(await take(from('192.0.2.1'))).toBe(15 * 60)
  expect([await take(from('192.0.2.3')), await take(from('192.0.2.3'))]).toEqual([null, 5 * 60])

  const attacked = counting()
  await attacked.attack()
  await attacked.take(from('192.0.2.1'))
  await attacked.forget(from('192.0.2.1'))
  expect(await attacked.take(from('192.0.2.1'))).toBeNull()
})

test('a success in a known browser takes nothing back from the account, which it wasn’t counted for', async () => {
  const { take, forget, attack } = counting()
  await attack()
  await take(known)
  await forget(known)
  expect([await take(known), await take(known)]).toEqual([null, null])
  expect(await take(from('192.0.2.1'))).toBeNull()
  expect(await take(from('192.0.2.1'))).toBe(5 * 60)
})

test('refused attempts are counted by limit, and a wait lasts at least a second', async () => {
  const limits = new Limits(undefined, {} as Log)
  const quick = rateLimit('quick', 1, SECOND)
  const key = keyOf.shopper({ id: 'somebody' })
  const waits = [await limits.take(quick, key), await limits.take(quick, key), await limits.take(quick, key)]
  expect(waits).toEqual([null, 1, 1])
  await limits.take(RULES.underAttack, key)
  await limits.take(RULES.underAttack, key)
  expect(limits.refused).toEqual({ quick: 2, 'under attack': 1 })
})
