import { randomInt, randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { Pool } from 'undici'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { mean, watchMemory } from '../support/memory.ts'
import { startShop, type RunningShop } from '../support/running-shop.ts'
import { Visitor } from '../support/visitor.ts'
import { limitMemory } from './memory-limit.ts'
import type { Row } from './table.ts'

const CONNECTIONS = 50
const LIMIT = 256
/** Each may upload 20 pictures per hour. */
const PEOPLE = 24
const PASSWORD = 'a-good-password'
const PAGES = [
  '/',
  '/product-listing',
  '/on-sale',
  '/product/lace-balconette-bra',
  '/product/guest-robe',
  '/help',
  '/faq',
]
const PERSONAL = [
  '/',
  '/product-listing',
  '/product/guest-robe',
  '/profile',
  '/profile/active-orders',
  '/cart',
  '/checkout',
]
const PAUSE_BETWEEN_UPLOADS = 250
const PAUSE_BETWEEN_RESIZES = 150

interface Result {
  counts: Record<string, number>
  errors: Record<string, number>
  samples: number[]
  endedWith: string | null
}

/**
 * Puts a load of 50 connections on the shop: half on cached pages, half on pages of signed-in shoppers, one that uploads phone
 * photos (reviews and profile pictures) and one that has new pictures resized. Runs once without and once with a memory limit.
 */
export async function measureBoundedLoad(seconds: number): Promise<Row[]> {
  const rows: Row[] = []
  rows.push(...describe('bounded load', await runBoundedLoad(seconds, await startShop({ LOG_LEVEL: 'silent' }))))
  const limit = limitMemory(LIMIT)
  if (!limit)
    return [...rows, [`the same within ${LIMIT} MB`, 'not measured: needs root for a control group', 'nothing killed']]
  const limited = await runBoundedLoad(
    seconds,
    await startShop({ LOG_LEVEL: 'silent' }, { controlGroup: limit.controlGroup }),
  )
  const { peak, killed } = limit.seen()
  rows.push(...describe(`within ${LIMIT} MB`, limited))
  rows.push([
    `within ${LIMIT} MB: ${limit.how}`,
    `${killed} killed; charged at most ${peak.toFixed(0)} MB with file cache`,
    'nothing killed',
  ])
  limit.close()
  return rows
}

export async function runBoundedLoad(seconds: number, shop: RunningShop): Promise<Result> {
  const people = await signInPeople(shop)
  const photo = await phonePhoto()
  const pool = new Pool(shop.url, { connections: CONNECTIONS, pipelining: 1 })
  const counts: Record<string, number> = { cached: 0, personal: 0, uploads: 0, resizes: 0 }
  const errors: Record<string, number> = {}
  const note = (kind: string, status: number) => {
    counts[kind] = (counts[kind] ?? 0) + 1
    if (status >= 400) errors[`${kind} ${status}`] = (errors[`${kind} ${status}`] ?? 0) + 1
  }
  const memory = watchMemory(() => shop.process)
  const until = performance.now() + seconds * 1_000
  const lane = async (kind: string, step: (turn: number) => Promise<number>, rest = 0) => {
    for (let turn = 0; performance.now() < until && isAlive(shop); turn += 1) {
      note(kind, await step(turn).catch(() => 599))
      if (rest > 0) await pause(rest)
    }
  }
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await pool.request({
      path,
      method: 'GET',
      headers: { accept: 'text/html', 'accept-encoding': 'br', ...headers },
    })
    await response.body.dump({ limit: 2 ** 24 })
    return response.statusCode
  }
  const resizes = unresized()
  await Promise.all([
    ...Array.from({ length: 24 }, (_, place) =>
      lane('cached', (turn) => get(PAGES[(place + turn) % PAGES.length] ?? '/')),
    ),
    ...Array.from({ length: 24 }, (_, place) =>
      lane('personal', (turn) =>
        get(PERSONAL[(place + turn) % PERSONAL.length] ?? '/', {
          cookie: people[place % people.length]?.cookieHeader ?? '',
        }),
      ),
    ),
    lane('uploads', (turn) => upload(people[turn % people.length], photo, turn), PAUSE_BETWEEN_UPLOADS),
    lane('resizes', (turn) => get(resizes[turn % resizes.length] ?? ''), PAUSE_BETWEEN_RESIZES),
  ])
  memory.stop()
  const endedWith = isAlive(shop) ? null : String(shop.process.signalCode ?? shop.process.exitCode)
  await pool.destroy()
  await shop.stop()
  return { counts, errors, samples: memory.samples, endedWith }
}

function isAlive({ process: { exitCode, signalCode } }: RunningShop): boolean {
  return exitCode === null && signalCode === null
}

function describe(name: string, { counts, errors, samples, endedWith }: Result): Row[] {
  const last = samples.slice(-30)
  const half = Math.ceil(last.length / 2)
  const growth = mean(last.slice(half)) - mean(last.slice(0, half))
  const shown = Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ')
  const trouble = Object.entries(errors)
    .map(([kind, count]) => `${kind} × ${count}`)
    .join(', ')
  return [
    [
      `${name}, ${CONNECTIONS} connections, ${samples.length} s`,
      `${shown}; errors: ${trouble || 'none'}${endedWith ? `; ended with ${endedWith}` : ''}`,
      'no errors',
    ],
    [`${name}: RSS at most`, `${Math.max(...samples).toFixed(0)} MB`, `≤ ${LIMIT} MB`],
    [
      `${name}: RSS of the last ${last.length} s`,
      `${Math.min(...last).toFixed(0)} to ${Math.max(...last).toFixed(0)} MB, ${growth >= 0 ? '+' : ''}${growth.toFixed(1)} MB from half to half`,
      'flat',
    ],
  ]
}

async function signInPeople(shop: RunningShop): Promise<Visitor[]> {
  const { SUPABASE_URL = '', SUPABASE_SECRET_KEY = '' } = shop.sandbox.settings
  const backend = createClient<Database>(SUPABASE_URL, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
  const people: Visitor[] = []
  while (people.length < PEOPLE) {
    const email = `load-${randomUUID()}@example.com`
    const { error } = await backend.auth.admin.createUser({ email, password: PASSWORD, email_confirm: true })
    if (error) throw error
    const visitor = new Visitor(shop.url)
    await visitor.post('/login', { emailOrPhone: email, password: PASSWORD })
    people.push(visitor)
  }
  return people
}

/** A photo of 12 megapixels with noise, like a phone's: about 3 MB. */
function phonePhoto(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 140, sigma: 24 }
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#caa', noise } })
    .blur(1.2)
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** Uploads review photos and profile pictures in turn. */
async function upload(visitor: Visitor | undefined, photo: Buffer, turn: number): Promise<number> {
  const form = new FormData()
  const file = new File([new Uint8Array(photo)], 'photo.jpg', { type: 'image/jpeg' })
  const isReview = turn % 4 === 0
  if (isReview) {
    form.set('rating', '5')
    form.set('text', 'Soft, and true to size.')
    form.set('images', file)
  } else {
    form.set('fullName', 'Nadia Iqbal')
    form.set('picture', file)
  }
  const response = await visitor?.request(isReview ? '/product/guest-robe' : '/profile?index', {
    method: 'POST',
    body: form,
  })
  await response?.body?.cancel()
  return response?.status ?? 599
}

/** Requests pictures in sizes that aren't cached yet, in random order. */
function unresized(): string[] {
  const pictures = readdirSync('public/pictures').filter((name) => name.endsWith('.webp'))
  const paths = pictures.flatMap((name) =>
    [320, 640, 1120].flatMap((width) =>
      ['avif', 'webp', 'jpg'].map((format) => `/images/${width}/pictures/${name.replace('.webp', '')}.${format}`),
    ),
  )
  return paths
    .map((path) => ({ path, place: randomInt(2 ** 31) }))
    .sort((one, other) => one.place - other.place)
    .map(({ path }) => path)
}
