import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { startSandbox, stopProcess } from '../../scripts/sandbox-process.ts'
import { addToCart, placeOrder } from '../support/checkout.ts'
import { MEMORY_PROBE } from '../support/memory.ts'
import { allowManyOpenOrders, setStock } from '../support/orders.ts'
import { freePort } from '../support/free-port.ts'
import { shopSettings, startServer } from '../support/running-shop.ts'
import { sandboxPostgres } from '../support/sandbox-postgres.ts'
import { Visitor } from '../support/visitor.ts'
import { learnVocabulary, type Vocabulary } from './vocabulary.ts'

const MAX_LOGIN_ATTEMPTS = 10
const PASSWORD = 'a-good-password'

/** A shop to fuzz: it restarts after a crash, and has users with sessions and carts. */
export interface FuzzShop {
  url: string
  process: () => ChildProcess
  /** Starts another process of the same shop. */
  startFresh: () => Promise<{ url: string; process: ChildProcess }>
  /** How often it was restarted. */
  deaths: number
  /** Resolves when the shop runs, after a restart if necessary. */
  alive: () => Promise<void>
  backend: SupabaseClient<Database>
  /** The cookies of each user. */
  people: Map<string, string>[]
  /** Signs in users again whom a request has signed out. */
  revive: () => Promise<void>
  vocabulary: Vocabulary
  stop: () => Promise<void>
}

/** Starts sandbox and shop, creates `count` users, and reads the shop's vocabulary. */
export async function startFuzzShop(count: number): Promise<FuzzShop> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const sandbox = await startSandbox({ folder, shop: url, port: 0, postgres: sandboxPostgres() })
  const { SUPABASE_URL = '', SUPABASE_SECRET_KEY = '' } = sandbox.settings
  const backend = createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
  const settings = { ...shopSettings(sandbox, url, folder), LOG_LEVEL: 'error', ...MEMORY_PROBE }
  let server = await startServer(settings)
  const others: ChildProcess[] = []
  let checking: Promise<void> | null = null
  const check = async () => {
    if (hasEnded(server.process) || !(await isLive(url))) {
      await kill(server.process)
      server = await startServer(settings)
      shop.deaths += 1
      console.error(`The shop's process ended or hung (${shop.deaths}).`)
    }
  }

  await setStock(backend, 1_000_000)
  await allowManyOpenOrders(backend)
  const visitors = Array.from({ length: count }, () => new Visitor(url))
  for (const [place, visitor] of visitors.entries()) await signIn(backend, visitor, place)
  const [first] = visitors
  if (!first) throw new Error('At least one person is needed.')
  const order = await placeOrder(first, 'payfast')
  await addToCart(first)
  await first.post('/profile/edit-location', {
    intent: 'add',
    address: '7 Canal Road',
    city: 'Lahore',
    country: 'Pakistan',
  })
  const stranger = new Visitor(url)
  await addToCart(stranger)
  const vocabulary = await learnVocabulary(
    [first, stranger],
    [`/pay/${order}`, `/checkout/placed/${order}`, `/profile/active-orders/${order}`, '/product/guest-robe'],
  )
  await collectCookies(stranger, first)

  const shop: FuzzShop = {
    url,
    process: () => server.process,
    async startFresh() {
      const address = `http://127.0.0.1:${await freePort()}`
      const other = await startServer({ ...settings, PUBLIC_URL: address, PORT: new URL(address).port })
      others.push(other.process)
      return { url: address, process: other.process }
    },
    deaths: 0,
    async alive() {
      checking ??= check().finally(() => (checking = null))
      await checking
    },
    backend,
    people: visitors.map(({ cookies }) => cookies),
    async revive() {
      for (const [place, visitor] of visitors.entries()) {
        const response = await visitor.request('/profile')
        await response.body?.cancel()
        if (response.status !== 200) await signIn(backend, visitor, place)
      }
    },
    vocabulary,
    async stop() {
      await stopProcess(server.process)
      for (const other of others) await stopProcess(other)
      await sandbox.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return shop
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function kill(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await ended
}

/** Returns whether the process responds within five seconds to a request that needs only its event loop. */
async function isLive(url: string): Promise<boolean> {
  return fetch(`${url}/health/live`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Signs a user in, creating the account if needed, and gives them a cart. */
async function signIn(backend: SupabaseClient<Database>, visitor: Visitor, place: number): Promise<void> {
  const email = `fuzz-person-${place}-${crypto.randomUUID().slice(0, 8)}@example.com`
  const { error } = await backend.auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
    user_metadata: { full_name: `Person ${place}` },
  })
  if (error) throw error
  visitor.cookies.clear()
  const logIn = () => visitor.post('/login', { emailOrPhone: email, password: PASSWORD, keepSignedIn: 'on' })
  let page = await logIn()
  // The shop may still be busy with the last batch and respond 503, so log in again after a pause.
  for (let tries = 1; page.status === 503 && tries < MAX_LOGIN_ATTEMPTS; tries += 1) {
    await pause(2_000)
    page = await logIn()
  }
  if (![...visitor.cookies.keys()].some((name) => name.endsWith('session')))
    throw new Error(`Nobody could sign in: ${page.status} ${page.text.slice(0, 200)}`)
  await addToCart(visitor)
}

/** Makes the shop set its other cookies too; the first user sends them. */
async function collectCookies(stranger: Visitor, first: Visitor): Promise<void> {
  const responses = [
    await stranger.submit('/newsletter', { email: 'x' }),
    await stranger.request('/checkout'),
    await stranger.request('/auth/google'),
    await stranger.submit('/create-account', { fullName: 'X', email: 'fuzz-new@example.com', password: PASSWORD }),
    await stranger.submit('/cart', { intent: 'promo', code: 'JASMINE10' }),
  ]
  for (const response of responses) await response.body?.cancel()
  for (const [name, value] of stranger.cookies) if (!first.cookies.has(name)) first.cookies.set(name, value)
}
