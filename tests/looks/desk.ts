import { randomUUID } from 'node:crypto'
import { AuthenticatorApp, privatePath, runOperator } from '../support/desk.ts'
import { serviceBackend } from '../support/orders.ts'
import { type Looker } from './looker.ts'

/** Shows the operators' desk: signing in, and each of its pages. */
export async function desk(looker: Looker): Promise<void> {
  const { page, look } = looker
  const message = {
    first_name: 'Areeba',
    email: 'areeba@example.com',
    subject: 'Size',
    message: 'Which size fits 36C?',
  }
  await serviceBackend(looker.settings).from('contact_submissions').insert(message)
  await signIn(looker)
  for (const [name, path] of [
    ['today', '/desk'],
    ['orders', '/desk/orders'],
    ['new order', '/desk/orders/new'],
    ['orders to confirm', '/desk/orders/confirm'],
    ['parcels', '/desk/couriers'],
    ['tracking numbers', '/desk/couriers/numbers'],
    ['settlements', '/desk/couriers/settlements'],
    ['refunds', '/desk/refunds'],
    ['returns', '/desk/returns'],
    ['products', '/desk/products'],
    ['categories', '/desk/categories'],
    ['search', '/desk/search?try=kaala+bra'],
    ['size tables', '/desk/sizes'],
    ['size table', '/desk/sizes/nightwear'],
    ['products as a file', '/desk/products/import'],
    ['promo codes', '/desk/promo-codes'],
    ['attributes', '/desk/attributes'],
    ['texts', '/desk/texts'],
    ['settings', '/desk/settings'],
    ['people', '/desk/people'],
    ['operators', '/desk/people/operators'],
    ['reviews', '/desk/reviews'],
    ['newsletter', '/desk/newsletter'],
    ['contact', '/desk/contact'],
    ['sales', '/desk/sales'],
    ['sales by city', '/desk/sales?by=city'],
    ['ledger', '/desk/ledger?figure=net'],
    ['funnel', '/desk/funnel'],
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
  await page.goto(`${order}/change`)
  await look('change an order')
  const number = order.split('/').at(-1)
  for (const paper of ['pick', 'take-back']) {
    await page.goto(`/desk/orders/${paper}?order=${number}:1&order=ORD-1760518400000-606:1`)
    await look(paper)
  }
  for (const paper of ['Label', 'Packing slip']) {
    await page.goto(order)
    await page.getByRole('link', { name: paper }).click()
    await look(paper.toLowerCase())
  }
  await page.goto('/desk/products')
  await page.locator('.desk-table a').first().click()
  await look('product')
  for (const part of ['Changes', 'Sizes and pictures']) {
    await page.getByRole('navigation', { name: 'Parts of the product' }).getByRole('link', { name: part }).click()
    await look(`product, ${part.toLowerCase()}`)
  }
  await page.getByLabel('JPEG, PNG or WebP').setInputFiles('public/pictures/guest-robe-black-front.webp')
  await page.getByRole('button', { name: 'Save the pictures' }).click()
  await page
    .getByRole('link', { name: /^Crop picture/ })
    .first()
    .click()
  await look('crop a picture')
  await page.goBack()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByRole('link', { name: 'Preview as shoppers will see it' }).click()
  await look('preview of a draft')
  for (const [name, list, link] of [
    ['promo code', '/desk/promo-codes', '.desk-table a'],
    ['category', '/desk/categories', '.desk-table a'],
    ['attribute', '/desk/attributes', '.desk-table a'],
    ['person', '/desk/people', '.desk-table a'],
    ['words of a mail', '/desk/texts', 'a[href^="/desk/texts/mail/"]'],
  ] as const) {
    await page.goto(list)
    await page.locator(link).first().click()
    await look(name)
  }
  await page.getByRole('button', { name: 'Preview' }).click()
  await look('preview of a mail')
  await page.goto('/desk/audit')
  await look('changes')
}

export async function deskLists(looker: Looker): Promise<void> {
  const { page, look } = looker
  await signIn(looker)
  await page.goto('/desk/settings')
  const links = await page.locator('main a[href^="/desk/settings/"]').all()
  const paths = await Promise.all(links.map((link) => link.getAttribute('href')))
  for (const path of paths) {
    if (!path) continue
    const name = path.split('/').at(-1) ?? ''
    await page.goto(path)
    await look(name)
    const row = page.locator(`main .desk-table a[href^="${path}/"]`).first()
    if ((await row.count()) === 0) continue
    await row.click()
    await look(`${name}, a row`)
  }
}

/** Signs a new operator in for the first time. */
export async function signIn(looker: Looker): Promise<void> {
  const { page, look, settings, url } = looker
  const [email, password] = [`desk-${randomUUID().slice(0, 8)}@example.com`, 'a-good-password']
  const { error } = await serviceBackend(looker.settings).auth.admin.createUser({
    email,
    password,
    email_confirm: true,
  })
  if (error) throw error
  await page.goto(privatePath(await runOperator(settings, url, email, '--manager')))
  await look('sign in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Go on' }).click()
  await look('second factor')
  await page.getByLabel('Code of your authenticator app').fill(new AuthenticatorApp(await page.content()).currentCode())
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/desk/recovery-codes*')
  await page.getByRole('button', { name: 'Create ten codes' }).click()
  await look('recovery codes')
  await page.getByRole('link', { name: 'I have saved them' }).click()
  await page.waitForURL('**/desk')
}
