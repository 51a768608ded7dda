import { randomInt, randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { median } from '../support/median.ts'
import { startShop } from '../support/running-shop.ts'
import { Visitor, type Fields } from '../support/visitor.ts'

/**
 * `npm run measure -- accounts`: measures how long sign-up, login by e-mail and by phone, resend and forgot take for an address with
 * an account and for one without. Prints the medians of 50 attempts each and their difference; exits with 1 if one differs by 10
 * % or more.
 */
const TRIES = 50
const MAX_DIFFERENCE = 0.1

const shop = await startShop()
const { SUPABASE_URL = '', SUPABASE_SECRET_KEY = '' } = shop.sandbox.settings
const backend = createClient(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })

const newAddress = () => `bench-${randomUUID().slice(0, 8)}@example.com`

async function knownAddress(): Promise<string> {
  const email = newAddress()
  const { error } = await backend.auth.admin.createUser({ email, password: 'a-good-password', email_confirm: true })
  if (error) throw error
  return email
}

/** Posts from a new network. Returns the response time in milliseconds. */
async function timed(visitor: Visitor, path: string, fields: Fields): Promise<number> {
  const address = `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}`
  const startedAt = performance.now()
  const response = await visitor.submit(path, fields, { 'x-forwarded-for': address })
  await response.text()
  return performance.now() - startedAt
}

const signUp = (visitor: Visitor, email: string) =>
  timed(visitor, '/create-account', { fullName: 'Areeba Shah', email, password: 'a-good-password' })

const CASES: Record<string, (email: string) => Promise<number>> = {
  'sign-up': (email) => signUp(new Visitor(shop.url), email),
  login: (email) => timed(new Visitor(shop.url), '/login', { emailOrPhone: email, password: 'not-this-one' }),
  // For phone logins, the address stands for its profile's number; an unknown address has none.
  'login by phone': async (email) => {
    const phone = `0300${String(randomInt(10_000_000)).padStart(7, '0')}`
    await backend
      .from('profiles')
      .update({ phone_number: `+92${phone.slice(1)}` })
      .eq('email', email)
    return timed(new Visitor(shop.url), '/login', { emailOrPhone: phone, password: 'not-this-one' })
  },
  resend: async (email) => {
    const visitor = new Visitor(shop.url)
    await signUp(visitor, email)
    return timed(visitor, '/verify-otp', { intent: 'resend' })
  },
  forgot: (email) => timed(new Visitor(shop.url), '/forget-password', { email }),
}

let isEven = true
for (const [name, run] of Object.entries(CASES)) {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  for (let n = 0; n < TRIES; n += 1) {
    // Alternates, so that both kinds are measured under the same load.
    times.known.push(await run(await knownAddress()))
    times.unknown.push(await run(newAddress()))
  }
  const [known, unknown] = [median(times.known), median(times.unknown)]
  const difference = Math.abs(known - unknown) / Math.max(known, unknown)
  isEven &&= difference < MAX_DIFFERENCE
  console.log(
    `${name.padEnd(14)} known ${known.toFixed(1)} ms, unknown ${unknown.toFixed(1)} ms: ${(difference * 100).toFixed(2)} % apart`,
  )
}
await shop.stop()
process.exitCode = isEven ? 0 : 1
