import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import webPush from 'web-push'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { version as packageVersion } from '../../package.json'
import { requireFreshBuild } from '../../scripts/fresh-build.ts'
import { startSandbox, stopProcess, type SandboxProcess } from '../../scripts/sandbox-process.ts'
import { startProxy, type BackendProxy, type Fault } from '../support/backend-proxy.ts'
import { addToCart, checkoutFields } from '../support/checkout.ts'
import { all, dom, links, words } from '../support/page-dom.ts'
import { openSocket } from '../support/raw-request.ts'
import { processEnvironment } from '../support/commands.ts'
import { freePort } from '../support/free-port.ts'
import { startServer } from '../support/running-shop.ts'
import { sandboxPostgres } from '../support/sandbox-postgres.ts'
import { Visitor } from '../support/visitor.ts'

// Follows the README's deployment checklist on a new project: migrations, the production seed, the functions, the pushed Auth
// settings, and a process with only the settings of a production process.

const PUBLIC_URL = 'https://shop.chambeli.pk'
let folder: string
let sandbox: SandboxProcess
let proxy: BackendProxy
let settings: Record<string, string>
/** The same with all parts on. */
let complete: Record<string, string>
let url: string
let serviceClient: SupabaseClient<Database>
let stop: () => Promise<void>
let log: () => string

beforeAll(async () => {
  requireFreshBuild()
  folder = mkdtempSync(join(tmpdir(), 'deployment-'))
  sandbox = await startSandbox({ folder, shop: PUBLIC_URL, port: 0, seeds: 'production', postgres: sandboxPostgres() })
  proxy = await startProxy(sandbox.settings.SUPABASE_URL ?? '')
  const { SUPABASE_PUBLISHABLE_KEY = '', SUPABASE_SECRET_KEY = '', SESSION_SECRET = '' } = sandbox.settings
  const port = String(await freePort())
  settings = {
    PUBLIC_URL,
    HOST: '127.0.0.1',
    PORT: port,
    TRUST_PROXY_HOPS: '1',
    SHOP_CACHE: join(folder, 'cache'),
    SUPABASE_URL: proxy.url,
    SUPABASE_PUBLISHABLE_KEY,
    SUPABASE_SECRET_KEY,
    SESSION_SECRET,
    GOOGLE_CLIENT_ID: '1234.apps.googleusercontent.com',
    GOOGLE_CLIENT_SECRET: 'GOCSPX-deployment',
    VAPID_PRIVATE_KEY: webPush.generateVAPIDKeys().privateKey,
    CAREERS_EMAIL: 'jobs@chambeli.pk',
    GUEST_CHECKOUT: 'on',
  }
  complete = {
    ...settings,
    PAYMENT_PROVIDER: 'gopayfast',
    GOPAYFAST_MODE: 'live',
    GOPAYFAST_MERCHANT_ID: '4711',
    GOPAYFAST_SECURED_KEY: 'of the portal',
    RETURN_DAYS: '14',
    COURIER_TRACKING_URL: 'https://courier.example/{number}',
  }
  const server = await startServer(settings)
  url = `http://127.0.0.1:${port}`
  log = server.log
  serviceClient = createClient<Database>(proxy.url, SUPABASE_SECRET_KEY, { auth: { persistSession: false } })
  await serviceClient.from('contact_info').insert({
    phone: '+92 42 111 222 333',
    email: 'help@chambeli.pk',
    address: '1 Mall Road, Lahore',
  })
  stop = async () => {
    await stopProcess(server.process)
    await proxy.close()
    await sandbox.stop()
    rmSync(folder, { recursive: true, force: true })
  }
})
beforeEach(() => {
  proxy.fault = null
})
afterAll(() => stop())

const newVisitor = () => new Visitor(url, PUBLIC_URL)
const CARD_WORDS = /payfast|visa|mastercard|\bcards?\b/i

interface Mail {
  to: string
  subject: string
  html?: string
  text?: string
}

/** Waits for the latest mail to an address and returns it. */
function mailTo(address: string, subject: RegExp): Promise<Mail> {
  return vi.waitFor(
    async () => {
      const response = await fetch(`${sandbox.settings.MAILBOX_URL}/emails?to=${encodeURIComponent(address)}`)
      const mail = ((await response.json()) as Mail[]).findLast((one) => subject.test(one.subject))
      if (!mail) throw new Error(`No mail ${subject} to ${address}.`)
      return mail
    },
    { timeout: 10_000 },
  )
}

/** Runs `npm run config:check` with these settings. Returns its exit code and output. */
async function checkConfiguration(
  environment: Record<string, string>,
  ...flags: string[]
): Promise<{ code: number; said: string[] }> {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const [, ...parameters] = scripts['config:check']?.split(' ') ?? []
  const child = spawn(process.execPath, [...parameters, ...flags], {
    env: { ...processEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)))
  const lines = said.split('\n').map((line) => line.trim())
  return { code, said: lines.filter((line) => line && !line.startsWith('The configuration has')) }
}

test.each(['/', '/product-listing', '/faq', '/cart', '/login', '/nothing'])(
  'the headers of %s take at most 700 bytes',
  async (path) => {
    const request = ['GET', path, 'HTTP/1.1\r\nhost: shop.chambeli.pk\r\naccept-encoding: br\r\n'].join(' ')
    for (const connection of ['keep-alive', 'close']) {
      const socket = await openSocket(url)
      socket.write(`${request}connection: ${connection}\r\n\r\n`)
      const [first] = (await once(socket, 'data')) as [Buffer]
      socket.destroy()
      const head = first.toString('latin1').split('\r\n\r\n')[0] ?? ''
      expect(head.toLowerCase()).toContain('strict-transport-security')
      // Proxies remove these two headers.
      const sent = head.replace(/\r\n(connection|keep-alive): [^\r]*/gi, '')
      expect(sent.length).toBeLessThanOrEqual(700)
    }
  },
)

test('config:check reports nothing for a deployment that followed the checklist', async () => {
  expect(await checkConfiguration(complete)).toEqual({ code: 0, said: ['The configuration is complete.'] })
})

test('config:check names the contact details that nobody has entered', async () => {
  const enter = (is_active: boolean) => serviceClient.from('contact_info').update({ is_active }).neq('email', '')
  await enter(false)
  const { code, said } = await checkConfiguration(complete)
  await enter(true)
  expect([code, said]).toEqual([
    1,
    [
      'Pages, mails and labels name no phone number, no e-mail address, no address of the shop: enter it at /desk/settings/contact_details.',
    ],
  ])
})

test('config:check without settings names each missing one and how to get it', async () => {
  const { code, said } = await checkConfiguration({})
  expect(code).toBe(1)
  expect(said.map((line) => /^(\w+) is missing: \S/.exec(line)?.[1])).toEqual([
    'PUBLIC_URL',
    'SUPABASE_URL',
    'SUPABASE_PUBLISHABLE_KEY',
    'SUPABASE_SECRET_KEY',
    'SESSION_SECRET',
    'CAREERS_EMAIL',
    undefined,
    'GOOGLE_CLIENT_ID',
    'GOOGLE_CLIENT_SECRET',
    'VAPID_PRIVATE_KEY',
    'RETURN_DAYS',
    'COURIER_TRACKING_URL',
  ])
})

test('config:check is content with a part that is off and says so, unless it is strict', async () => {
  const { GOOGLE_CLIENT_ID: _id, GOOGLE_CLIENT_SECRET: _secret, GUEST_CHECKOUT: _guests, ...withoutParts } = settings
  const said = [
    'The configuration is complete.',
    'Off:',
    expect.stringMatching(/^GOOGLE_CLIENT_ID is missing: /),
    expect.stringMatching(/^GOOGLE_CLIENT_SECRET is missing: /),
    expect.stringMatching(/^RETURN_DAYS is missing: /),
    expect.stringMatching(/^COURIER_TRACKING_URL is missing: /),
    'Guests can’t order, only people with an account: /desk/settings/guests',
    'PAYFAST_MODE and GOPAYFAST_MODE are off: orders are paid in cash only',
  ]
  expect(await checkConfiguration(withoutParts)).toEqual({ code: 0, said })
  expect(await checkConfiguration(withoutParts, '--strict')).toEqual({ code: 1, said })
})

test('without a cache folder that can be written config:check says so, and the shop serves with a warning', async () => {
  const problem =
    'SHOP_CACHE has to be a folder that can be written, not /proc/shop/cache (ENOENT: no such file or directory): choose another, or its owner'
  const environment = { ...complete, SHOP_CACHE: '/proc/shop/cache', PORT: String(await freePort()) }
  expect((await checkConfiguration(environment)).said).toEqual([problem])
  const server = await startServer(environment)
  const picture = await fetch(`http://127.0.0.1:${environment.PORT}/images/160/pictures/banner-robe.webp`)
  await stopProcess(server.process)
  expect([picture.status, server.log()]).toEqual([200, expect.stringContaining(problem)])
})

test('a process that listens says where, its version and what is on, in one line', () => {
  const started = log()
    .split('\n')
    .filter((line) => line.includes('"event":"started"'))
    .map((line): unknown => JSON.parse(line))
  expect(started).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      event: 'started',
      address: `127.0.0.1 port ${settings.PORT}`,
      version: packageVersion,
      publicUrl: PUBLIC_URL,
      cards: 'off',
      google: 'on',
      returns: 'off',
      tracking: 'off',
      redis: 'off',
      metrics: 'off',
      postex: 'off',
      proxies: 1,
    },
  ])
})

const AUTH_SETTINGS = {
  external: { email: true, google: true },
  disable_signup: false,
  mailer_autoconfirm: false,
}
const auth = (changed: object): Fault => ({
  path: /\/auth\/v1\/settings/,
  kind: 'status',
  status: 200,
  body: JSON.stringify({ ...AUTH_SETTINGS, ...changed }),
})

test.each<[string, Fault, RegExp[]]>([
  [
    'an address that nobody answers at',
    { path: /./, kind: 'reset' },
    [/^SUPABASE_URL does not answer: check the address/],
  ],
  [
    'a project whose Auth is down',
    { path: /\/auth\/v1\/settings/, kind: 'status', status: 502, body: '' },
    [/^Auth responds with 502: check that the project is not paused/],
  ],
  [
    'a project without migrations',
    { path: /\/rest\/v1\/page_content/, kind: 'status', status: 404, body: '{"code":"PGRST205","message":"no table"}' },
    [/^The shop's tables are missing \(PGRST205\): run supabase db push --remote\.$/],
  ],
  [
    'a project without texts',
    { path: /\/rest\/v1\/page_content/, kind: 'status', status: 200, body: '[{"slug":"about"}]' },
    [
      /^There is no text for product-assurance, checkout-assurance, features, .*privacy-policy: write and show it at \/desk\/texts\. A project without any text needs supabase db push --include-seed --remote/,
    ],
  ],
  [
    'a project without buckets',
    { path: /\/storage\/v1\/bucket/, kind: 'status', status: 200, body: '[]' },
    [
      /^The bucket files is missing: run supabase db push --remote\.$/,
      /^The bucket originals is missing: run supabase db push --remote\.$/,
      /^The bucket products is missing: run supabase db push --remote\.$/,
      /^The bucket videos is missing: run supabase db push --remote\.$/,
    ],
  ],
  [
    'a project without a function',
    { path: /\/functions\/v1\/send-account-exists/, kind: 'status', status: 404, body: '{"code":"NOT_FOUND"}' },
    [/^The function send-account-exists is not deployed: run supabase functions deploy send-account-exists\.$/],
  ],
  [
    'functions without the shop’s key',
    { path: /\/functions\/v1\/send-contact-email/, kind: 'status', status: 401 },
    [/^The function send-contact-email refuses the shop: supabase secrets set SHOP_SECRET_KEY/],
  ],
  [
    'an Auth that confirms no address',
    auth({ mailer_autoconfirm: true }),
    [/^Auth does not confirm e-mail addresses: run supabase config push\.$/],
  ],
  [
    'an Auth that lets nobody sign up',
    auth({ disable_signup: true }),
    [/^Auth lets nobody sign up by e-mail: run supabase config push\.$/],
  ],
  [
    'an Auth that does not know Google',
    auth({ external: { email: true, google: false } }),
    [/^Auth does not know Google: set GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET in \.env/],
  ],
])('config:check reports what is missing in %s, with the remedy', async (_what, fault, expected) => {
  proxy.fault = fault
  const { code, said } = await checkConfiguration(complete)
  expect(code).toBe(1)
  expect(said).toEqual(expected.map((line) => expect.stringMatching(line)))
})

test('config:check reports refused keys, and a publishable key in place of the secret one', async () => {
  const refused = await checkConfiguration({ ...complete, SUPABASE_SECRET_KEY: 'sb_secret_wrong' })
  expect(refused.said).toEqual(["SUPABASE_SECRET_KEY is refused: copy it again from the project's API keys."])
  const swapped = await checkConfiguration({
    ...complete,
    SUPABASE_SECRET_KEY: settings.SUPABASE_PUBLISHABLE_KEY ?? '',
  })
  expect(swapped.said).toEqual(['SUPABASE_SECRET_KEY is not a secret key: copy the secret one from the API keys.'])
})

test('config:check reports an Auth whose mails link to another site', async () => {
  const { said } = await checkConfiguration({ ...complete, PUBLIC_URL: 'https://other.chambeli.pk' })
  expect(said).toEqual([
    `Auth's site is ${PUBLIC_URL}, not PUBLIC_URL: set PUBLIC_URL in .env, then run supabase config push.`,
    expect.stringContaining(
      'Auth refuses to lead to https://other.chambeli.pk/reset-password: set it in supabase/.env',
    ),
    expect.stringContaining('Auth refuses to lead to https://other.chambeli.pk/confirm-email: set it in supabase/.env'),
  ])
})

/** Returns every page that is reachable by links from the home page, with its text. */
async function crawl(): Promise<Map<string, { status: number; heading: string; text: string }>> {
  const visitor = newVisitor()
  const pages = new Map<string, { status: number; heading: string; text: string }>()
  const waiting = ['/', '/on-sale', '/forget-password', '/help/delivery-details', '/faq', '/company/works']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (pages.has(path)) continue
    const page = await visitor.get(path)
    const root = dom(page)
    const text = words(root.querySelector('main'))
    // Also in the header and the footer.
    expect([path, CARD_WORDS.test(page.text)]).toEqual([path, false])
    pages.set(path, { status: page.status, heading: words(root.querySelector('h1')), text })
    // Other parameters only filter empty lists.
    const found = links(root, 'a[href^="/"]').map((link) => link.replace(/#.*$/, '') || '/')
    waiting.push(...found.filter((link) => /^[^?]*(\?tab=\w+)?$/.test(link)))
  }
  return pages
}

test('every page of the empty shop has content, and none mentions cards or dollars', async () => {
  const pages = await crawl()
  const paths = [...pages.keys()]
  expect(paths).toEqual(
    expect.arrayContaining([
      '/product-listing',
      '/on-sale',
      '/cart',
      '/contact',
      '/login',
      '/create-account',
      '/company/about',
      '/company/features',
      '/company/works',
      '/company/career',
      '/help/contact',
      '/help/delivery-details',
      '/help/delivery-details?tab=international',
      '/help/delivery-details?tab=tracking',
      '/help/terms-and-conditions',
      '/help/privacy-policy',
      '/faq',
      '/faq/account',
      '/faq/account?tab=security',
      '/faq/manage-deliveries',
      '/faq/orders',
      '/faq/payments',
    ]),
  )
  for (const [path, { status, heading, text }] of pages) {
    expect([path, status, heading !== '', text.length > 30]).toEqual([path, 200, true, true])
    expect([path, /Content Unavailable|couldn't load|\$|\.example\b|undefined|NaN/.exec(text)?.[0]]).toEqual([
      path,
      undefined,
    ])
    expect([path, CARD_WORDS.exec(text)?.[0]]).toEqual([path, undefined])
  }
})

test('home page and listing of the empty shop say that there are no products, and show no invented statistics', async () => {
  const home = dom(await newVisitor().get('/'))
  const text = words(home.querySelector('main'))
  expect(text).toContain('No new arrivals available at the moment.')
  expect(text).toContain('Rupees to pay before it arrives, with cash on delivery')
  expect(text).not.toMatch(/30,000|2,000\+/)
  const listing = await newVisitor().get('/product-listing')
  expect(listing.status).toBe(200)
  const found = await newVisitor().get('/product-listing?search=robe')
  expect(found.status).toBe(200)
  expect((await newVisitor().get('/product/satin-robe')).status).toBe(404)
})

test('health, robots and sitemap respond, with the shop’s URL', async () => {
  const visitor = newVisitor()
  for (const path of ['/health/live', '/health/ready'])
    expect([path, (await visitor.request(path)).status]).toEqual([path, 200])
  expect((await visitor.get('/robots.txt')).html).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`)
  const map = await visitor.get('/sitemap.xml')
  expect(map.status).toBe(200)
  expect(map.html).toContain(`<loc>${PUBLIC_URL}/</loc>`)
  expect(map.html).not.toMatch(/127\.0\.0\.1|localhost/)
})

test('the contact page shows the shop’s details', async () => {
  const text = words(dom(await newVisitor().get('/contact')).querySelector('main'))
  for (const word of ['help@chambeli.pk', '+92 42 111 222 333', '1 Mall Road, Lahore']) expect(text).toContain(word)
})

test('the first shopper signs up, buys the first product for cash on delivery, and later logs in by phone', async () => {
  const slug = 'first-robe'
  const { data: product } = await serviceClient
    .from('products')
    .insert({ name: 'First robe', slug, price: 1500, is_arrival: true })
    .select('id')
    .single()
  await serviceClient.from('product_variants').insert({ product_id: product?.id ?? '', size: 'M', stock: 3 })

  const email = 'first.shopper@chambeli.pk'
  const visitor = newVisitor()
  await visitor.post('/create-account', { fullName: 'Areeba Shah', email, password: 'a-good-password' })
  const code = /(\d{6})/.exec((await mailTo(email, /verification code/)).html ?? '')?.[1] ?? ''
  expect((await visitor.post('/verify-otp', { code })).url).toBe('/profile-setup')
  expect(visitor.cookies.has('__Host-website_session')).toBe(true)
  const setup = { name: 'Areeba Shah', address: '7 Mall Road', dob: '1996-02-11', city: 'Multan', gender: 'female' }
  await visitor.post('/profile-setup', { ...setup, phone: '0301 7654321' })

  await addToCart(visitor, slug)
  const checkout = await visitor.get('/checkout')
  const ways = dom(checkout)
    .querySelectorAll('input[name=payment]')
    .map((choice) => choice.getAttribute('value'))
  expect(ways).toEqual(['cod'])
  expect(CARD_WORDS.test(checkout.text)).toBe(false)
  const placed = await visitor.submit('/checkout', await checkoutFields(visitor, 'cod'))
  const orderId = /ORD-\d+-\d+/.exec(placed.headers.get('location') ?? '')?.[0] ?? ''
  expect((await visitor.get('/profile/active-orders')).text).toContain(orderId)
  const mail = await mailTo(email, new RegExp(orderId))
  expect(mail.text).toContain('Rs. 1,650.00')
  expect(CARD_WORDS.exec(mail.text ?? '')?.[0]).toBeUndefined()

  const tomorrow = newVisitor()
  await tomorrow.post('/login', { emailOrPhone: '+92 301-7654321', password: 'a-good-password' })
  expect((await tomorrow.get('/profile')).text).toContain(email)
})

test('a forgotten password is reset by a link to the shop’s URL', async () => {
  const email = 'forgetful@chambeli.pk'
  await serviceClient.auth.admin.createUser({ email, password: 'a-good-password', email_confirm: true })
  const visitor = newVisitor()
  await visitor.post('/forget-password', { email })
  const mail = await mailTo(email, /password/)
  const [, link = ''] = /href="([^"]+)"/.exec(mail.html ?? '') ?? []
  expect(link).toMatch(new RegExp(`^${PUBLIC_URL}/reset-password\\?token_hash=`))
  const page = await visitor.get(link.replace(PUBLIC_URL, ''))
  expect(all(dom(page), 'main h1')).not.toEqual([])
  const token = new URL(link).searchParams.get('token_hash') ?? ''
  await visitor.post('/reset-password', { token, password: 'another-good-one' })
  expect(visitor.cookies.has('__Host-website_session')).toBe(true)
})
