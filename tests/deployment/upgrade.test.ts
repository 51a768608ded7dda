import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseName } from '../../sandbox/supabase/migrate.ts'
import { startSandbox, stopProcess, type SandboxProcess } from '../../scripts/sandbox-process.ts'
import { addToCart, checkoutFields, payAtPayfast, placeOrder } from '../support/checkout.ts'
import { CHAT, sendForm } from '../support/chat.ts'
import { enterDesk, privatePath, runOperator } from '../support/desk.ts'
import { serviceBackend } from '../support/orders.ts'
import { connect } from '../support/postgres-server.ts'
import { contentsOf } from '../support/project-rows.ts'
import { releasedTree } from '../../scripts/released-tree.ts'
import { freePort } from '../support/free-port.ts'
import { shopSettings, startServer, warmBackend } from '../support/running-shop.ts'
import { schemaOf } from '../support/schema-dump.ts'
import { sandboxPostgres } from '../support/sandbox-postgres.ts'
import { openForCli, runCli } from '../support/supabase-cli.ts'
import { formFields, Visitor } from '../support/visitor.ts'

// An upgrade: a project that has lived with the last release gets what is newer, and a made-up change, by Supabase's command line, while the
// last release's server goes on.

const folder = mkdtempSync(join(tmpdir(), 'upgrade-'))
const host = sandboxPostgres() ?? ''
const SHOPPER = { email: 'mahnoor@example.com', password: 'jasmine-tea-7' }
const running: (() => Promise<void>)[] = []
let release: string
let project: SandboxProcess
let shopper: Visitor
let operator: Visitor
let order: string
/** The words that the last release knows. */
let known: string[]

const databaseOf = (name: string) => databaseName(join(folder, name))

beforeAll(async () => {
  release = releasedTree()
  project = await startProject(await freePort(4))
  const { url } = await startShop(release)
  shopper = new Visitor(url)
  await live(url)
}, 240_000)
afterAll(async () => {
  for (const stop of running.toReversed()) await stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Starts the project that lives, in the last release's sandbox. */
async function startProject(port: number): Promise<SandboxProcess> {
  const { startSandbox: startReleased } = (await import(`${release}/scripts/sandbox-process.ts`)) as {
    startSandbox: typeof startSandbox
  }
  const started = await startReleased({ folder: join(folder, 'lived'), shop: 'http://127.0.0.1', port, postgres: host })
  running.push(started.stop)
  await warmBackend(started)
  return started
}

/** Starts a process of a release, or of this project, for the project that has lived. */
async function startShop(tree?: string): Promise<{ url: string; log: () => string }> {
  const url = `http://127.0.0.1:${await freePort()}`
  const server = await startServer(shopSettings(project, url, join(folder, 'shop')), { release: tree })
  running.push(() => stopProcess(server.process))
  return { url, log: server.log }
}

/** Returns the same browser at another process. */
function sameAt(url: string, { cookies }: Visitor): Visitor {
  const visitor = new Visitor(url)
  visitor.cookies = cookies
  return visitor
}

/** Adds to the sample's orders in each state what people do: orders, a cart, a wishlist, a chat, changes at the desk. */
async function live(url: string): Promise<void> {
  const { settings } = project
  await shopper.post('/login', { emailOrPhone: SHOPPER.email, password: SHOPPER.password })
  order = await placeOrder(shopper, 'cod')
  await payAtPayfast(shopper, await placeOrder(shopper, 'payfast'))
  await sendBack()
  await addToCart(shopper)
  await shopper.submit('/wishlist', { slug: 'guest-robe', intent: 'save' })
  await shopper.post('/newsletter', { email: SHOPPER.email, from: '/' })
  await sendForm(shopper, `${CHAT}?mode=general`, 'box', { text: 'When does it come?' })
  const person = { email: 'operator@example.com', password: 'a-good-password' }
  await serviceBackend(settings).auth.admin.createUser({ ...person, email_confirm: true })
  operator = new Visitor(url)
  await enterDesk(operator, privatePath(await runOperator(settings, url, person.email)), person)
  const page = await operator.get(`/desk/orders/${order}`)
  await operator.post(`/desk/orders/${order}`, { ...formFields(page.html, 'name="version"'), intent: 'confirm' })
}

/** Asks for an exchange of a delivered order, and for a return that is received. */
async function sendBack(): Promise<void> {
  await withDatabase('lived', async (client) => {
    await client.query(
      `select public.request_return(jsonb_build_object('request_key', gen_random_uuid(), 'order_id', o.order_id, 'shopper', o.user_id,
         'kind', k.kind, 'reason', 'size', 'days', 14, 'items', jsonb_build_array(jsonb_build_object('order_item_id', i.id, 'quantity', 1,
         'variant_id', (select v.id from public.product_variants v where v.product_id = i.product_id and v.id <> i.variant_id limit 1)))))
       from public.orders o join public.order_items i on i.order_id = o.id cross join (values ('exchange'), ('return')) k (kind)
       where o.status = 'Delivered'`,
    )
    for (const status of ['approved', 'received'])
      await client.query(`update public.returns set status = $1 where kind = 'return'`, [status])
  })
}

const withDatabase = async <Value>(
  name: string,
  work: (client: Awaited<ReturnType<typeof connect>>) => Promise<Value>,
) => {
  const client = await connect(host, databaseOf(name), 'postgres')
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Pushes this project's migrations, and the made-up one, to a project. */
async function push(name: string): Promise<string> {
  const workdir = join(folder, 'cli')
  mkdirSync(join(workdir, 'supabase'), { recursive: true })
  copyFileSync('supabase/config.toml', join(workdir, 'supabase/config.toml'))
  for (const part of ['templates', 'functions'])
    cpSync(`supabase/${part}`, join(workdir, 'supabase', part), { recursive: true })
  for (const part of ['supabase/migrations', 'tests/deployment/later'])
    cpSync(part, join(workdir, 'supabase/migrations'), { recursive: true })
  const target = await openForCli(host, databaseOf(name))
  try {
    return (await runCli(['db', 'push', `--remote=${target.url}`, '--yes'], workdir)).stdout
  } finally {
    target.close()
  }
}

/**
 * Asks for what the last release reads as whole rows of a table with a new column. Its sandbox keeps the statement with the columns that
 * it had, so the first to ask is refused. PostgREST isn't: its statements return JSON.
 */
async function askForWholeRows(): Promise<void> {
  const testimonials = serviceBackend(project.settings).from('testimonials').select('*').eq('is_active', true)
  await testimonials.order('created_at', { ascending: false }).order('id')
}

const PAGES = ['/', '/product-listing', '/product/guest-robe', '/cart', '/checkout', '/profile/active-orders', CHAT]

/** Opens the main pages. Returns those that don't come. */
async function browse(visitor: Visitor): Promise<string[]> {
  const lost: string[] = []
  for (const path of [...PAGES, `/profile/active-orders/${order}`]) {
    const { status } = await visitor.get(path)
    if (status !== 200) lost.push(`${path}: ${status}`)
  }
  return lost
}

async function browseUntil(over: AbortSignal): Promise<string[]> {
  const lost: string[] = []
  while (!over.aborted) lost.push(...(await browse(shopper)))
  return lost
}

/** Returns each order's sums, and what is to be paid of it now. Until it is changed at the desk, that is its total. */
async function sumsOf(client: Awaited<ReturnType<typeof connect>>): Promise<object[]> {
  const { rows } = await client.query<object>(
    `select o.order_id, o.total_amount, coalesce((to_jsonb(o) ->> 'discount')::numeric, 0.00) as discount,
       coalesce((to_jsonb(o) ->> 'due_amount')::numeric, 0.00) as due, o.subtotal, o.promo_discount, o.delivery_fee,
       (select sum(i.price_at_purchase * i.quantity) from public.order_items i where i.order_id = o.id) as goods,
       (select sum(n.amount) from public.payment_notifications n
         where n.order_id = o.id and n.verdict = 'applied' and n.payment_status = 'COMPLETE') as received,
       (select sum(r.amount) from public.refunds r where r.order_id = o.id) as refunds,
       (select sum(r.refund_amount) from public.returns r where r.order_id = o.id) as returned
     from public.orders o order by o.order_id`,
  )
  return rows
}

/** Returns the kinds of mails, the statuses and the reasons for refunds that a project allows. */
async function wordsOf(client: Awaited<ReturnType<typeof connect>>): Promise<string[]> {
  const { rows } = await client.query<{ word: string }>(
    `select (regexp_matches(pg_get_constraintdef(c.oid), $q$'([A-Za-z_]+)'::text$q$, 'g'))[1] as word from pg_constraint c
     where c.conname in ('order_mails_kind_check', 'orders_status_check', 'refunds_reason_check')`,
  )
  return rows.map(({ word }) => word)
}

/** Returns how many entries the books have once all orders are posted again. */
async function entriesAfterPosting(client: Awaited<ReturnType<typeof connect>>): Promise<unknown> {
  await client.query(`select shop.post(o.id, 'changed') from public.orders o`)
  return (await client.query<object>('select count(*) from shop.entries')).rows
}

const LIVELY = [
  'cart_items',
  'chat_messages',
  'desk_audit',
  'newsletter_subscriptions',
  'order_mails',
  'refunds',
  'returns',
  'wishlist_items',
]

/** Accounts and numbers of orders that are no people at the desk, or not found there; accounts that aren't part of their number. */
const PEOPLE_WHO_ARENT_KNOWN = `
  select p.email from public.profiles p left join shop.people a on a.account = p.id left join shop.people n on n.phone = p.phone_number
  where a.head is null or p.phone_number is not null and a.head is distinct from n.id
  union select o.contact_phone from public.orders o left join shop.people n on n.phone = o.contact_phone
    left join shop.desk_words d on d.kind = 'person' and d.id = n.id
  where o.contact_phone is not null and d.words is null`

test('a project that has lived takes the newer migrations while the last release serves, and no row changes', async () => {
  const before = await withDatabase('lived', contentsOf)
  known = await withDatabase('lived', wordsOf)
  const money = await withDatabase('lived', sumsOf)
  expect(money.length).toBeGreaterThan(5)
  for (const name of LIVELY) expect(before[`public.${name}`]?.rows, name).toBeGreaterThan(0)
  const pushed = new AbortController()
  const browsing = browseUntil(pushed.signal)
  expect(await push('lived')).toContain('Finished supabase db push.')
  pushed.abort()
  expect(await browsing).toEqual([])
  const after = await withDatabase('lived', (client) => contentsOf(client, before))
  expect(await withDatabase('lived', sumsOf)).toEqual(money)
  const entries = await withDatabase('lived', (client) => client.query('select count(*) from shop.entries'))
  expect(await withDatabase('lived', entriesAfterPosting)).toEqual(entries.rows)
  const unknown = await withDatabase('lived', (client) => client.query(PEOPLE_WHO_ARENT_KNOWN))
  expect(unknown.rows).toEqual([])
  // Texts as they were released are written anew, no older page is served, and guests are found by words too.
  const { 'shop.catalogue_changes': _, 'public.mail_texts': __, 'public.page_content': ___, ...others } = before
  const { 'shop.desk_words': ____, ...kept } = others
  expect(after).toMatchObject(kept)
})

test('no mail, status or reason for a refund has a word that the last release lacks and is given (decision 166)', async () => {
  expect(known.length).toBeGreaterThan(25)
  const added = (await withDatabase('lived', wordsOf)).filter((word) => !known.includes(word))
  // It is given no such mail (shop.is_asked_by_last_release).
  expect(added).toEqual(['operator_order'])
})

test('its schema is that of a new project', async () => {
  const options = { folder: join(folder, 'new'), shop: 'http://127.0.0.1', port: 0, seeds: 'production' } as const
  const sandbox = await startSandbox({ ...options, postgres: host })
  running.push(sandbox.stop)
  await push('new')
  const lived = madeByMigrations('lived')
  expect(JSON.stringify(lived)).toContain('CREATE TABLE public.gift_papers')
  expect(lived).toEqual(madeByMigrations('new'))
})

/** Returns a project's schema, but of Auth's part only the triggers that call functions of the shop: Auth brings its own up to date. */
function madeByMigrations(name: string): Record<string, string> {
  const objects = Object.entries(schemaOf(host, databaseOf(name)))
  const kept = objects.filter(
    ([named, sql]) => !named.includes('Schema: auth;') || /EXECUTE FUNCTION (shop|public)\./.test(sql),
  )
  return Object.fromEntries(kept)
}

test('a process of the last release that starts after it serves and sells, without a warning', async () => {
  await askForWholeRows()
  const { url, log } = await startShop(release)
  const desk = sameAt(url, operator)
  for (const path of ['/desk/orders', '/desk/refunds', `/desk/orders/${order}`])
    expect([path, (await desk.get(path)).status]).toEqual([path, 200])
  const visitor = sameAt(url, shopper)
  expect(await browse(visitor)).toEqual([])
  const made = await placeOrder(visitor, 'cod')
  expect((await visitor.get(`/profile/active-orders/${made}`)).text).toContain(made)
  const warnings = log()
    .split('\n')
    .filter((line) => /"level":"?(warn|error|fatal|[456]0)/.test(line))
  expect(warnings).toEqual([])
})

test('a cart that is filled at the new release is ordered at the last one', async () => {
  // Supabase's API reads the schema anew after a push; the sandbox's does when it starts.
  await project.stop()
  project = await startProject(Number(new URL(project.settings.SUPABASE_URL ?? '').port))
  const { url } = await startShop()
  const visitor = sameAt(url, shopper)
  expect(await browse(visitor)).toEqual([])
  await addToCart(visitor)
  const fields = await checkoutFields(visitor, 'cod')
  const placed = await shopper.submit('/checkout', fields)
  expect(placed.headers.get('location')).toMatch(/ORD-\d+-\d+/)
})
