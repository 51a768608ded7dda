import { randomInt, randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { newPerson, newVisitor } from '../support/people.ts'
import type { Fields, Visitor } from '../support/visitor.ts'

// Attempts to evade rate limits by spellings, by addresses, or by mails to other people (decision 32).

const ipv4 = () => `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`
const from = (visitor: Visitor, address: string, path: string, fields: Fields) =>
  visitor.submit(path, fields, { 'x-forwarded-for': address })
const newAddress = () => `limits-${randomUUID().slice(0, 8)}@example.com`
const guess = async (emailOrPhone: string, address: string, visitor = newVisitor()) =>
  (await from(visitor, address, '/login', { emailOrPhone, password: 'not-this-one' })).status

/** Returns how many of five attempts from each of `count` networks are allowed. */
async function countTries(count: number, attempt: (address: string) => Promise<number>): Promise<number> {
  const tries = await Promise.all(
    Array.from({ length: count }, async () => {
      const address = ipv4()
      const statuses = []
      for (let again = 0; again < 5; again += 1) statuses.push(await attempt(address))
      return statuses
    }),
  )
  return tries.flat().filter((status) => status === 400).length
}

test('twelve spellings of a phone number count as one account', async () => {
  const local = `0300 ${randomInt(1_000_000, 9_999_999)}`
  const digits = local.replace(/\D/g, '').slice(1)
  const [head, tail] = [digits.slice(0, 3), digits.slice(3)]
  const spellings = [
    local,
    `0${digits}`,
    `0${head}-${tail}`,
    `(0${head}) ${tail}`,
    `+92${digits}`,
    `+92 ${head} ${tail}`,
    `0092${digits}`,
    `0092 ${head} ${tail}`,
    `92${digits}`,
    `+92-${head}-${tail}`,
    ` 0${head} ${tail} `,
    `0${head}.${tail}`,
  ]
  const address = ipv4()
  const statuses = []
  for (const spelling of spellings) statuses.push(await guess(spelling, address))
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429, 429, 429, 429, 429])
})

test('case and surrounding spaces of an e-mail address don’t make another account', async () => {
  const [email, address] = [newAddress(), ipv4()]
  const statuses = []
  for (const spelling of [email, email.toUpperCase(), ` ${email}`, `${email} `, email, email])
    statuses.push(await guess(spelling, address))
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
})

test('addresses of one IPv6 /64, and an address with a port, count as one source', async () => {
  const email = newAddress()
  const network = `2001:db8:${randomInt(1, 9999)}:${randomInt(1, 9999)}`
  const spellings = [`${network}::1`, `${network}:a:b:c:d`, `[${network}::2]:443`, `[${network}::3]`, `${network}::4`]
  for (const address of spellings) expect([address, await guess(email, address)]).toEqual([address, 400])
  expect(await guess(email, `${network}::5`)).toBe(429)
  const [other, address] = [newAddress(), ipv4()]
  for (const port of [1, 2, 3, 4, 5]) expect(await guess(other, `${address}:${port}`)).toBe(400)
  expect([await guess(other, address), await guess(other, `::ffff:${address}`)]).toEqual([429, 429])
})

test('an account attacked from thirty addresses is slowed down, but its owner isn’t locked out', async () => {
  const person = await newPerson()
  const login = { emailOrPhone: person.email, password: person.password }
  const owner = newVisitor()
  const home = ipv4()
  expect((await from(owner, home, '/login', login)).status).toBe(303)
  const tried = await countTries(30, (address) => guess(person.email, address))
  // 25 attempts in total, then one from each network. Without the account's limit there would be 150.
  expect(tried).toBeLessThanOrEqual(25 + 30)
  // The owner has five attempts in a known browser.
  await owner.post('/logout', {})
  expect(await guess(person.email, home, owner)).toBe(400)
  expect((await from(owner, home, '/login', login)).status).toBe(303)
  // And in a new browser, from another network.
  expect((await from(newVisitor(), ipv4(), '/login', login)).status).toBe(303)
})

test('guessing a code from many addresses is slowed down, and the owner still gets in', async () => {
  const email = newAddress()
  const fields = { fullName: 'Areeba Shah', email, password: 'a-good-password' }
  const [owner, mallory] = [newVisitor(), newVisitor()]
  await from(owner, ipv4(), '/create-account', fields)
  await from(mallory, ipv4(), '/create-account', fields)
  const wrong = async (address: string) => (await from(mallory, address, '/verify-otp', { code: '000000' })).status
  const tried = await countTries(12, wrong)
  expect(tried).toBeLessThanOrEqual(20 + 12)
  const response = await fetch(`${inject('sandbox').MAILBOX_URL}/emails?to=${encodeURIComponent(email)}`)
  const code = /\b(\d{6})\b/.exec(((await response.json()) as { html: string }[]).at(-1)?.html ?? '')?.[1] ?? ''
  expect((await from(owner, ipv4(), '/verify-otp', { code })).headers.get('location')).toBe('/dashboard')
})
