import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { codeOf, currentStep } from '../../sandbox/supabase/totp.ts'
import { newPerson, newVisitor, serviceClient, type Person } from './people.ts'
import { SESSION_SECRET } from './fragile-shop.ts'
import { serviceBackend } from './orders.ts'
import { runCommand } from './commands.ts'
import { shopSettings } from './running-shop.ts'
import { Visitor } from './visitor.ts'

/** Runs `npm run operator` for a shop. Returns what it prints; throws what it complains about. */
export async function runOperator(settings: Record<string, string>, url: string, ...words: string[]): Promise<string> {
  const { stdout } = await runCommand(shopSettings({ settings }, url, '/tmp'), '--operator', ...words)
  return stdout
}

/** Returns the path of the private link that the command printed. */
export function privatePath(printed: string): string {
  return /\/desk\/sign-in\?key=\S+/.exec(printed)?.[0] ?? ''
}

/** Returns the first step whose code is still taken five seconds from now: sending it takes time, most of all on a busy machine. */
const oldestStep = () => currentStep(Date.now() + 5_000) - 1

/** The authenticator app of one person. Auth takes a code once, and codes of half a minute before and after. */
export class AuthenticatorApp {
  #secret: string
  #next = oldestStep()

  /** Reads the key on the page that shows it. */
  constructor(html: string) {
    this.#secret = (/class="desk-secret"><code>([A-Z2-7 ]+)</.exec(html)?.[1] ?? '').replaceAll(' ', '')
    if (!this.#secret) throw new Error('This page shows no key.')
  }

  /** Returns a code that wasn't used yet; three can be had within half a minute. */
  code(): string {
    this.#next = Math.max(this.#next, oldestStep())
    const code = codeOf(this.#secret, this.#next)
    this.#next += 1
    return code
  }

  /** Returns the code of this moment, which is still right half a minute later: for a browser, which takes its time. */
  currentCode(): string {
    this.#next = Math.max(this.#next, currentStep())
    return this.code()
  }
}

/** Signs a person with a role in for the first time. `link` is the path of the private link. */
export async function enterDesk(
  visitor: Visitor,
  link: string,
  { email, password }: { email: string; password: string },
): Promise<AuthenticatorApp> {
  await visitor.get(link)
  const page = await visitor.post('/desk/sign-in', { email, password })
  const app = new AuthenticatorApp(page.html)
  const codes = await visitor.post('/desk/sign-in/code', { code: app.code() })
  if (codes.url !== '/desk/recovery-codes?to=%2Fdesk')
    throw new Error(`Not at the desk: ${codes.status} ${codes.url} ${codes.text.slice(0, 300)}`)
  return app
}

/** Makes a person with a role in a shop of a test file's own (`startFragileShop`), and signs them in for the first time. */
export async function operatorOf(settings: Record<string, string>, url: string, email: string): Promise<Visitor> {
  const person = { email, password: 'a-good-password' }
  const { error } = await serviceBackend(settings).auth.admin.createUser({ ...person, email_confirm: true })
  if (error) throw error
  const desk = new Visitor(url)
  await enterDesk(desk, privatePath(await runOperator({ ...settings, SESSION_SECRET }, url, email)), person)
  return desk
}

/** The path of the shared shop's private link, which is the same for everybody. */
let privateLink: string | undefined

/** Gives an account of the shared shop a role. Returns the path of the private link. */
async function giveRole({ id, email }: Person, role: 'operator' | 'manager'): Promise<string> {
  // The command starts a process with the whole shop, so only the first account gets its role by it; others by the same calls.
  if (privateLink === undefined) {
    const options = role === 'manager' ? ['--manager'] : []
    privateLink = privatePath(await runOperator(inject('sandbox'), inject('shopUrl'), email, ...options))
    return privateLink
  }
  const { error } = await serviceClient().auth.admin.updateUserById(id, { app_metadata: { role } })
  const { error: unrecorded } = await serviceClient().rpc('note_desk_role', { p_account: id, p_role: role })
  if (error ?? unrecorded) throw error ?? unrecorded
  return privateLink
}

/** Makes a person with a role in the shop that test files share, and signs them in for the first time. `link` is the private link's path. */
export async function newOperator(name: string, role: 'operator' | 'manager' = 'operator') {
  const [person, desk] = [await newPerson(name), newVisitor()]
  const link = await giveRole(person, role)
  return { person, desk, link, app: await enterDesk(desk, link, person) }
}

/** Gives a product a category of its own, without which it can't be published. */
export async function giveCategory(path: string) {
  const { data } = await serviceClient()
    .from('product_categories')
    .insert({ name: `Desk ${randomUUID()}`, is_active: false })
    .select('id')
    .single()
  const products = serviceClient().from('products')
  // Old, so that it is in no list of the newest, which other tests and the shop's caches have.
  const changes = { category_id: data?.id ?? '', created_at: '2020-01-01' }
  const { error } = await products.update(changes).eq('id', path.split('/').at(-1) ?? '')
  if (error) throw error
}

/**
 * Copies a product as a draft without a category, so that other tests keep theirs and their lists. Returns the path of its page at the desk.
 */
export async function copyOfProduct(desk: Visitor): Promise<string> {
  const products = serviceClient().from('products')
  const { data } = await products.select('id').eq('slug', 'satin-nightgown-with-lace-hem').single()
  const path = (await desk.post(`/desk/products/${data?.id}`, { intent: 'duplicate' })).url
  const { error } = await products.update({ category_id: null }).eq('id', path.split('/').at(-1) ?? '')
  if (error) throw error
  return path
}
