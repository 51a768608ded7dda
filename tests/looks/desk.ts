import { randomUUID } from 'node:crypto'
import { AuthenticatorApp, privatePath, runOperator } from '../support/desk.ts'
import { serviceBackend } from '../support/orders.ts'
import { type Looker } from './looker.ts'

/** Shows the operators' desk: signing in, and each of its pages. */
export async function desk(looker: Looker): Promise<void> {
  const { page, look } = looker
  await signIn(looker)
  for (const [name, path] of [
    ['today', '/desk'],
    ['orders', '/desk/orders'],
    ['refunds', '/desk/refunds'],
    ['returns', '/desk/returns'],
    ['products', '/desk/products'],
    ['products as a file', '/desk/products/import'],
    ['texts', '/desk/texts'],
    ['delivery', '/desk/delivery'],
    ['people', '/desk/people'],
    ['reviews', '/desk/reviews'],
    ['newsletter', '/desk/newsletter'],
    ['sales', '/desk/sales'],
    ['chat', '/desk/chat?list=open'],
  ] as const) {
    await page.goto(path)
    await look(name)
  }
  await page.getByRole('link', { name: 'General Support Chat' }).first().click()
  await look('conversation')
  await page.goto('/desk/orders')
  await page.getByRole('link', { name: /^ORD-/ }).first().click()
  await look('order')
  const order = page.url()
  for (const paper of ['Label', 'Packing slip']) {
    await page.goto(order)
    await page.getByRole('link', { name: paper }).click()
    await look(paper.toLowerCase())
  }
  await page.goto('/desk/products')
  await page.locator('.desk-table a').first().click()
  await look('product')
  await page.goto('/desk/audit')
  await look('changes')
}

async function signIn(looker: Looker): Promise<void> {
  const { page, look, settings, url } = looker
  const [email, password] = [`desk-${randomUUID().slice(0, 8)}@example.com`, 'a-good-password']
  const { error } = await serviceBackend(looker.settings).auth.admin.createUser({
    email,
    password,
    email_confirm: true,
  })
  if (error) throw error
  await page.goto(privatePath(await runOperator(settings, url, email)))
  await look('sign in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Go on' }).click()
  await look('second factor')
  await page.getByLabel('Code of your authenticator app').fill(new AuthenticatorApp(await page.content()).currentCode())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/desk')
}
