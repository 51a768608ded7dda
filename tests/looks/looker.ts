import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions, Page } from '@playwright/test'
import { serviceBackend } from '../support/orders.ts'

/** A story's page in one view, and what it does there. */
export interface Looker {
  page: Page
  isPhone: boolean
  url: string
  settings: Record<string, string>
  /** Opens an empty page of the same view in a browser of its own. */
  newPage: (options: BrowserContextOptions) => Promise<Page>
  /** Takes a picture of the page as it is now, and runs axe on it. */
  look: (name: string, shown?: Page) => Promise<void>
}

/** Opens a page and waits for its enhanced areas, if it has any besides the search box. */
export async function open({ page }: Looker, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
}

/** Creates a confirmed account and logs it in. Returns its ID. */
export async function logInAsNew(looker: Looker): Promise<string> {
  const [email, password] = [`look-${randomUUID().slice(0, 8)}@example.com`, 'a-good-password']
  const { data, error } = await serviceBackend(looker.settings).auth.admin.createUser({
    email,
    password,
    email_confirm: true,
    user_metadata: { full_name: 'Nadia Iqbal' },
  })
  if (error) throw error
  await logIn(looker, email, password)
  return data.user.id
}

/** Logs in by the form, by default with the sample people's password. */
export async function logIn({ page }: Looker, email: string, password = 'jasmine-tea-7'): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('E-mail or phone').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL((url) => url.pathname === '/')
}

/** Adds a product to the cart in its first available size. */
export async function addToCart(looker: Looker, slug = 'guest-robe'): Promise<void> {
  const { page } = looker
  await open(looker, `/product/${slug}`)
  const size = page.locator('input[name=size]:not([disabled])').first()
  if ((await size.count()) > 0) await size.check({ force: true })
  await page.getByRole('button', { name: 'Add to Cart' }).first().click()
  await page.waitForURL('**/cart')
}
