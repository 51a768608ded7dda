import { randomInt, randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { expect, test as base, type Locator, type Page } from '@playwright/test'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { z } from 'zod'
import { accessibilityFindings, layoutFindings } from '../support/accessibility.ts'
import type { Database } from '../../app/platform/supabase/database.types.ts'
import { AuthenticatorApp, privatePath, runOperator } from '../support/desk.ts'
import { runCommand } from '../support/commands.ts'
import { shopSettings } from '../support/running-shop.ts'

/**
 * A page that fails the test on any console error, page error or CSP violation. Each test has its own IP address, so that rate limits
 * don't make tests depend on each other.
 */
export const test = base.extend<{ shop: Page }>({
  extraHTTPHeaders: async ({ baseURL: _ }, use) => {
    await use({ 'x-forwarded-for': `10.${randomInt(1, 255)}.${randomInt(1, 255)}.${randomInt(1, 255)}` })
  },
  shop: async ({ page, baseURL: _ }, use) => {
    const problems: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning')
        problems.push(`${message.text()} ${message.location().url}`)
    })
    page.on('pageerror', (error) => problems.push(`${error.message} on ${page.url()}`))
    await use(page)
    expect(problems).toEqual([])
  },
})

const Shops = z.array(
  z.object({
    url: z.string(),
    mailbox: z.string(),
    backend: z.string(),
    backendKey: z.string(),
    settings: z.record(z.string(), z.string()),
  }),
)

/** Returns this worker's shop (global-setup.ts starts one per worker). */
function workersShop(): z.infer<typeof Shops>[number] {
  const shop = Shops.parse(JSON.parse(process.env.SHOPS ?? '[]'))[Number(process.env.TEST_PARALLEL_INDEX)]
  if (!shop) throw new Error('No shop was started for this worker.')
  return shop
}

export function at(path: string): string {
  return `${workersShop().url}${path}`
}

/** Returns the URL of all mails to an address, oldest first, as JSON. */
export function mailsTo(address: string): string {
  return `${workersShop().mailbox}/emails?to=${encodeURIComponent(address)}`
}

/** Expects no findings of axe and no element outside the window. Axe itself needs JavaScript in the page. */
export async function expectAccessible(page: Page, hasScripts: boolean): Promise<void> {
  expect(await (hasScripts ? accessibilityFindings(page) : layoutFindings(page))).toEqual([])
}

/** Returns the six digits of the latest mail to an address. */
export async function mailedCode(page: Page, address: string): Promise<string> {
  let code = ''
  await expect(async () => {
    const response = await page.request.get(mailsTo(address))
    const mails = (await response.json()) as { html?: string }[]
    code = /(\d{6})/.exec(mails.at(-1)?.html ?? '')?.[1] ?? ''
    expect(code).toHaveLength(6)
  }).toPass()
  return code
}

/** Waits until Auth accepts another mail to an address: at most one per second. */
export async function untilAuthMailsAgain(page: Page, address: string): Promise<void> {
  const response = await page.request.get(mailsTo(address))
  const mails = (await response.json()) as { at: string }[]
  const mailedAt = Date.parse(mails.at(-1)?.at ?? '')
  await expect.poll(() => Date.now() - mailedAt).toBeGreaterThan(1_000)
}

/** Pauses a page's clock at the page's own time, which differs from Node's. */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 250))
}

/** Posts a form from outside the page, with the page's cookies. Returns the HTML of the page after it. */
async function post(page: Page, path: string, form: Record<string, string>): Promise<string> {
  const response = await page.request.post(at(path), { form, headers: { origin: at('') } })
  expect(response.ok(), `${path} responds with ${response.status()}`).toBe(true)
  return response.text()
}

/**
 * Logs in, by default with the sample people's password: by a request, since pages with their pictures take CPU time. The journeys of
 * account.spec.ts and browsing.spec.ts log in by the form.
 */
export async function logIn(page: Page, email: string, password = 'jasmine-tea-7'): Promise<void> {
  await post(page, '/login', { emailOrPhone: email, password })
  const cookies = await page.context().cookies(at(''))
  expect(cookies.map(({ name }) => name)).toContain('website_session')
}

/** Returns a client with the secret key, past row security, as operators use it in Studio. */
export function serviceClient(): SupabaseClient<Database> {
  const { backend, backendKey } = workersShop()
  return createClient<Database>(backend, backendKey, { auth: { persistSession: false } })
}

/** Creates a confirmed account and logs it in. */
export async function logInAsNew(page: Page): Promise<{ id: string }> {
  const email = `journey-${randomUUID().slice(0, 8)}@example.com`
  const password = 'a-good-password'
  const { data, error } = await serviceClient().auth.admin.createUser({ email, password, email_confirm: true })
  if (error) throw error
  await logIn(page, email, password)
  return data.user
}

/** The desk's private link, which is the same for everybody. */
let privateLink: string | undefined

/** Creates an account with a role at the desk. Returns it with the private link. */
export async function newAtDesk(): Promise<{ id: string; email: string; password: string; link: string }> {
  const email = `desk-${randomUUID().slice(0, 8)}@example.com`
  const password = 'a-good-password'
  const role = privateLink ? { app_metadata: { role: 'operator' } } : {}
  const { data, error } = await serviceClient().auth.admin.createUser({ email, password, email_confirm: true, ...role })
  if (error) throw error
  const { settings, url } = workersShop()
  // The command starts a process with the whole shop, so each worker gives only its first operator the role by it.
  privateLink ??= privatePath(await runOperator(settings, url, email))
  return { id: data.user.id, email, password, link: privateLink }
}

/** Signs a new operator in at the desk by requests, and opens it. The journey of an operator's morning signs in by the forms. */
export async function enterDesk(
  page: Page,
): Promise<{ id: string; email: string; password: string; app: AuthenticatorApp }> {
  const { id, email, password, link } = await newAtDesk()
  await page.request.get(at(link))
  const app = new AuthenticatorApp(await post(page, '/desk/sign-in', { email, password }))
  await post(page, '/desk/sign-in/code', { code: app.currentCode() })
  await page.goto(at('/desk'))
  await expect(page).toHaveURL(at('/desk'))
  return { id, email, password, app }
}

/** Opens the desk's menu where it is folded, as on phones. Returns the navigation. */
export async function openDeskMenu(page: Page): Promise<Locator> {
  const navigation = page.getByRole('navigation', { name: 'Desk' })
  const menu = navigation.getByText(/^Menu/)
  await page.waitForLoadState('domcontentloaded')
  if (await menu.isVisible()) await menu.click()
  return navigation
}

/** Follows a link of the desk's navigation, and waits for its page. */
export async function followAtDesk(page: Page, name: string): Promise<void> {
  const navigation = await openDeskMenu(page)
  const link = navigation.getByRole('link', { name, exact: true })
  const href = (await link.getAttribute('href')) ?? ''
  await link.click()
  // A click doesn't wait for the next page.
  await expect(page).toHaveURL(at(href))
}

/** Creates an order of this shopper in these statuses. Returns its number. */
export async function orderFor(shopper: string | null, ...statuses: string[]): Promise<string> {
  const backend = serviceClient()
  const { data: product } = await backend
    .from('products')
    .select('id, product_variants(label), product_colors(colors(name))')
    .eq('slug', 'guest-robe')
    .order('display_order', { referencedTable: 'product_variants' })
    .single()
  const address = {
    first_name: 'Nadia',
    last_name: 'Iqbal',
    address_line1: '7 Canal Road',
    city: 'Faisalabad',
    country: 'Pakistan',
    phone: `+92300${randomInt(1_000_000, 9_999_999)}`,
  }
  const { data, error } = await backend.rpc('place_order', {
    p_attempt_key: randomUUID(),
    p_attempt_hash: 'journey',
    p_items: [
      {
        product_id: product?.id ?? '',
        size: product?.product_variants[0]?.label ?? '',
        color: product?.product_colors[0]?.colors.name ?? '',
        quantity: 1,
      },
    ],
    p_contact_email: `journey-${randomUUID().slice(0, 8)}@example.com`,
    p_shipping_address: address,
    p_billing_address: address,
    p_payment_method: 'cod',
    p_device: 'Mobile',
  })
  if (error) throw error
  const number = String((data as { order_id: string }).order_id)
  for (const change of [{ user_id: shopper }, ...statuses.map((status) => ({ status }))]) {
    const { error: refused } = await backend.from('orders').update(change).eq('order_id', number)
    if (refused) throw refused
  }
  return number
}

/** Sends the due mails about orders, like `npm run serve -- --send-mails`. Returns those to an order's address, oldest first. */
export async function mailsAbout(orderId: string): Promise<{ subject: string; text: string; html: string }[]> {
  const { settings, url } = workersShop()
  await runCommand(shopSettings({ settings }, url, tmpdir()), '--send-mails')
  const { data } = await serviceClient().from('orders').select('contact_email').eq('order_id', orderId).single()
  const response = await fetch(mailsTo(data?.contact_email ?? ''))
  return (await response.json()) as { subject: string; text: string; html: string }[]
}

/** Creates a shopper with a conversation that waits for an answer. Returns their name, and its ID. */
export async function newWaiting(text: string): Promise<{ name: string; talk: string }> {
  const service = serviceClient()
  const id = randomUUID()
  const name = `Areeba ${id.slice(0, 8)}`
  const account = {
    email: `journey-${id.slice(0, 8)}@example.com`,
    email_confirm: true,
    user_metadata: { full_name: name },
  }
  const { data, error } = await service.auth.admin.createUser(account)
  if (error) throw error
  const talk = { id, title: 'General Support Chat', created_by: data.user.id }
  const { error: unopened } = await service.from('user_conversations').insert(talk)
  if (unopened) throw unopened
  const message = { conversation_id: id, sender_id: data.user.id, sender_type: 'userData', message_text: text }
  const { error: unsent } = await service.from('chat_messages').insert(message)
  if (unsent) throw unsent
  return { name, talk: id }
}

export { expect }
