import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { AuthenticatorApp } from '../support/desk.ts'
import {
  at,
  enterDesk,
  expect,
  expectAccessible,
  followAtDesk,
  openDeskMenu,
  newAtDesk,
  newWaiting,
  orderFor,
  serviceClient,
  test,
} from './shop.ts'

test('an operator’s morning: sign in, and send an order', async ({ shop, javaScriptEnabled }) => {
  const isAccessible = () => expectAccessible(shop, javaScriptEnabled !== false)
  const operator = await newAtDesk()
  await test.step('sign in', () => signIn(shop, operator, isAccessible))
  await test.step('confirm, pack, print and ship an order', async () =>
    sendOrder(shop, await orderFor(operator.id), await orderFor(operator.id), isAccessible))
})

test('an operator’s noon: an answer and a refund', async ({ shop, javaScriptEnabled }) => {
  const isAccessible = () => expectAccessible(shop, javaScriptEnabled !== false)
  await enterDesk(shop)
  await test.step('answer a chat, and look the shopper up', () => answerChat(shop, isAccessible))
  await test.step('record a refund', () => recordRefund(shop, isAccessible))
})

test('an operator’s afternoon: a new product with pictures, stock and a price', async ({ shop, javaScriptEnabled }) => {
  const isAccessible = () => expectAccessible(shop, javaScriptEnabled !== false)
  const name = `Lawn kurta ${randomUUID().slice(0, 8)}`
  await enterDesk(shop)
  await test.step('make a product', () => makeProduct(shop, name, isAccessible))
  await test.step('upload its picture, and crop it', () => addPicture(shop, isAccessible))
  await test.step('preview and publish it', () => publish(shop, name, isAccessible))
  await test.step('restock it, change its price, and see it in the shop', () => changePrice(shop, name))
})

test('an operator’s evening: a text, and a look at the other pages', async ({ shop, javaScriptEnabled }) => {
  const isAccessible = () => expectAccessible(shop, javaScriptEnabled !== false)
  await enterDesk(shop)
  await test.step('fix a text, and read it in the shop', () => fixText(shop, isAccessible))
  await test.step('look at the other pages, and sign out', () => lookAround(shop, isAccessible))
})

/** Checks the present page with axe, where scripts run. */
type Check = () => Promise<void>

const says = (shop: Page, message: string) => expect(shop.getByRole('status')).toHaveText(message)

async function press(shop: Page, button: string, message: string): Promise<void> {
  await shop.getByRole('button', { name: button, exact: true }).click()
  await says(shop, message)
}

async function openPart(shop: Page, name: string): Promise<void> {
  await shop.getByRole('navigation', { name: 'Parts of the product' }).getByRole('link', { name }).click()
}

async function signIn(
  shop: Page,
  { email, password, link }: Awaited<ReturnType<typeof newAtDesk>>,
  isAccessible: Check,
) {
  await shop.goto(at(link))
  await shop.getByLabel('E-mail').fill(email)
  await shop.getByLabel('Password').fill(password)
  await isAccessible()
  await shop.getByRole('button', { name: 'Go on' }).click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Your second factor')
  await isAccessible()
  await shop.getByLabel('Code of your authenticator app').fill(new AuthenticatorApp(await shop.content()).currentCode())
  await shop.getByRole('button', { name: 'Sign in' }).click()
  await shop.getByRole('button', { name: 'Create ten codes' }).click()
  await expect(shop.locator('.desk-codes li')).toHaveCount(10)
  await isAccessible()
  await shop.getByRole('link', { name: 'I have saved them' }).click()
  await expect(shop).toHaveURL(at('/desk'))
  await isAccessible()
}

async function sendOrder(shop: Page, orderId: string, dropped: string, isAccessible: Check) {
  await shop.getByRole('link', { name: 'Cash orders to confirm' }).click()
  await isAccessible()
  const cardOf = (order: string) => shop.getByRole('listitem').filter({ has: shop.getByRole('link', { name: order }) })
  await expect(cardOf(orderId)).toContainText(/Guest robe.*7 Canal Road/s)
  // A tap too many counts no second call, and cancels nothing.
  await cardOf(orderId).getByRole('button', { name: 'No answer' }).click()
  await expect(shop.getByText(`Call 1 about ${orderId} is recorded.`)).toBeVisible()
  await expect(cardOf(orderId).getByText('The next one counts from')).toBeVisible()
  await expect(cardOf(orderId).getByRole('button', { name: 'No answer' })).toHaveCount(0)
  await cardOf(dropped).getByText('Cancel the order…').click()
  await isAccessible()
  await cardOf(dropped).getByLabel('Reason').fill('Ordered twice')
  await cardOf(dropped).getByRole('button', { name: 'Cancel the order' }).click()
  await expect(cardOf(dropped)).toHaveCount(0)
  await cardOf(orderId).getByRole('button', { name: 'Confirmed' }).click()
  await expect(shop.getByText(`Confirmed: ${orderId}.`)).toBeVisible()

  await followAtDesk(shop, 'Orders')
  await expect(shop.getByRole('checkbox', { checked: true })).toHaveCount(0)
  for (const order of [orderId, dropped]) await shop.getByRole('checkbox', { name: order }).check()
  await shop.getByText('Choose what to do').click()
  await shop.getByRole('button', { name: 'Take the last step back' }).click()
  await isAccessible()
  await shop.getByLabel('Reason').fill('The wrong ones')
  await shop.getByRole('button', { name: 'Take them back' }).click()
  await expect(shop.getByText('Taken back: 2 of 2.')).toBeVisible()

  await shop.getByRole('link', { name: orderId }).click()
  await isAccessible()
  await press(shop, 'Confirmed by the shopper', `Confirmed: ${orderId}.`)
  await press(shop, 'Packed', `Packed: ${orderId}.`)
  await shop.getByRole('link', { name: 'Label' }).click()
  await expect(shop.getByRole('heading', { name: orderId })).toBeVisible()
  await expect(shop.getByRole('img', { name: 'Barcode of the order' })).toBeVisible()
  await isAccessible()
  await shop.goBack()
  await shop.getByRole('link', { name: 'Packing slip' }).click()
  await expect(shop.getByRole('heading', { name: new RegExp(orderId) })).toBeVisible()
  await isAccessible()
  await followAtDesk(shop, 'Orders')
  for (const order of [orderId, dropped]) await shop.getByRole('checkbox', { name: order }).check()
  await shop.getByText('Choose what to do').click()
  await shop.getByRole('button', { name: 'Pick list' }).click()
  await expect(shop.getByRole('heading', { name: /^2 pieces of 2 orders/ })).toBeVisible()
  await isAccessible()
  await shop.goto(at(`/desk/orders/${orderId}`))
  await shop.getByLabel('Tracking number').fill('TCS-1001')
  await press(shop, 'Shipped', `Shipped: ${orderId}.`)
  await expect(shop.getByText('TCS-1001').first()).toBeVisible()
}

async function answerChat(shop: Page, isAccessible: Check) {
  const shopper = await newWaiting('Is the satin robe lined?')
  await followAtDesk(shop, 'Today')
  await shop.getByRole('link', { name: 'Chats waiting' }).click()
  await isAccessible()
  await shop.getByRole('link', { name: 'All open' }).click()
  await shop.getByRole('link', { name: shopper.name }).click()
  await expect(shop.getByRole('log').getByText('Is the satin robe lined?')).toBeVisible()
  await isAccessible()
  await shop.getByLabel('Message', { exact: true }).fill('It is brushed inside.')
  await shop.getByRole('button', { name: 'Send' }).click()
  await expect(shop.getByRole('log').getByText('It is brushed inside.')).toBeVisible()
  await shop.getByRole('link', { name: shopper.name }).click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText(shopper.name)
  await isAccessible()
}

async function recordRefund(shop: Page, isAccessible: Check) {
  const payment = `pf-${randomUUID().slice(0, 8)}`
  const due = { provider: 'payfast', provider_payment_id: payment, amount: 1500, reason: 'paid_twice' }
  const { error } = await serviceClient().from('refunds').insert(due)
  if (error) throw error
  await followAtDesk(shop, 'Refunds')
  await isAccessible()
  const refund = shop.getByRole('listitem').filter({ hasText: payment })
  await refund.getByLabel('Number of the transfer').fill('TRX-7')
  await refund.getByRole('button').click()
  await says(shop, 'The refund is recorded.')
  await expect(shop.getByText(payment)).toHaveCount(0)
}

async function makeProduct(shop: Page, name: string, isAccessible: Check) {
  const category = `Kurtas ${randomUUID()}`
  await serviceClient().from('product_categories').insert({ name: category, is_active: false })
  await followAtDesk(shop, 'Products')
  await isAccessible()
  await shop.getByLabel('Name', { exact: true }).fill(name)
  await shop.getByLabel('Price in rupees').fill('2499')
  await press(shop, 'Add as a draft', 'This is the new product, a draft.')
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText(name)
  await shop.getByRole('link', { name: 'Describe it' }).click()
  await shop.getByLabel('Description').fill('White lawn')
  await shop.getByLabel('Category').selectOption(category)
  await shop.getByLabel('Discount in per cent').fill('10')
  await shop.getByRole('checkbox', { name: 'Black', exact: true }).check()
  await press(shop, 'Save the product', 'The product is saved.')

  await openPart(shop, 'Sizes and pictures')
  // The grid of sizes is filled from the keyboard: Tab goes from field to field, and Enter saves.
  await shop.getByLabel('New size 1', { exact: true }).fill('S')
  for (const [field, typed] of [
    ['Stock of new size 1', '5'],
    ['Material of new size 1', 'Lawn'],
    ['Brand size of new size 1', ''],
    ['Cup of new size 1', ''],
  ] as const) {
    await shop.keyboard.press('Tab')
    await expect(shop.getByLabel(field)).toBeFocused()
    await shop.keyboard.type(typed)
  }
  await shop.keyboard.press('Enter')
  await says(shop, 'The stock is saved.')
}

async function addPicture(shop: Page, isAccessible: Check) {
  await openPart(shop, 'Sizes and pictures')
  await shop.getByLabel('JPEG, PNG or WebP').setInputFiles('public/pictures/guest-robe-black-front.webp')
  await shop.getByLabel('Their description').fill('A kurta of white lawn')
  await shop.getByLabel('Their colour').selectOption('Black')
  await press(shop, 'Save the pictures', 'The pictures are saved.')
  await expect(shop.getByRole('img', { name: 'A kurta of white lawn' })).toBeVisible()
  await isAccessible()
  await shop.getByRole('link', { name: 'Focus point of picture 1' }).click()
  await isAccessible()
  const whole = (await shop.locator('.desk-focus').boundingBox()) ?? { width: 0, height: 0 }
  await shop.locator('.desk-focus').click({ position: { x: whole.width / 2, y: whole.height / 4 } })
  await says(shop, 'The point is saved.')
  await expect(shop.getByRole('button', { pressed: true })).toHaveAccessibleName('50% across, 25% down')
  await shop.locator('h1 + p').getByRole('link').click()
  await shop.getByRole('link', { name: 'Crop picture 1' }).click()
  const original = shop.getByRole('button', { name: /^Original/ })
  await shop.getByLabel('Size').fill('60')
  const { width, height } = (await original.boundingBox()) ?? { width: 0, height: 0 }
  await original.click({ position: { x: width * 0.4, y: height * 0.45 } })
  await expect(shop.getByLabel('From the left')).toHaveValue('40')
  await expect(shop.getByLabel('From the top')).toHaveValue('45')
  await expect(shop.getByLabel('Size')).toHaveValue('60')
  const preview = shop.getByRole('img', { name: 'As the shop would show it' })
  await expect(preview).toHaveJSProperty('naturalWidth', 480)
  await isAccessible()
  await press(shop, 'Save this part', 'The picture is cropped.')
}

async function publish(shop: Page, name: string, isAccessible: Check) {
  await shop.getByRole('link', { name: 'Preview as shoppers will see it' }).click()
  await expect(shop.getByRole('region', { name: 'Preview' })).toContainText('Draft')
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(shop.getByRole('button', { name: 'Add to Cart' }).first()).toBeDisabled()
  await isAccessible()
  await shop.getByRole('link', { name: 'Size Guide' }).first().click()
  await expect(shop.getByRole('region', { name: 'Preview' })).toContainText('Draft')
  await shop.getByRole('link', { name: 'Back to the desk' }).click()
  await press(shop, 'Publish', 'The product is now: In the shop.')
}

async function changePrice(shop: Page, name: string) {
  await openPart(shop, 'Sizes and pictures')
  await shop.getByLabel('Stock of S').fill('12')
  await press(shop, 'Save the stock', 'The stock is saved.')
  await openPart(shop, 'Texts and price')
  await shop.getByLabel('Price in rupees').fill('1999.50')
  await press(shop, 'Save the product', 'The product is saved.')
  await shop.getByRole('link', { name: 'See it in the shop' }).click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText(name)
  await expect(shop.getByText('Rs. 1,799.55').first()).toBeVisible()
  const picture = shop.getByRole('img', { name: 'A kurta of white lawn' }).first()
  await expect(picture).toBeVisible()
  await expect(picture).toHaveJSProperty('complete', true)
}

async function fixText(shop: Page, isAccessible: Check) {
  const slug = `washing-${randomUUID().slice(0, 8)}`
  const page = { slug, title: `Washing ${slug}`, content: '<p>Wash it warm.</p>', is_published: true }
  const { error } = await serviceClient().from('page_content').insert(page)
  if (error) throw error
  await shop.goto(at('/desk/texts'))
  await isAccessible()
  await shop.getByRole('link', { name: page.title }).click()
  await shop.getByLabel('Text in HTML').fill('<p>Wash it <strong>cold</strong>.</p>')
  await shop.getByRole('button', { name: 'Preview' }).click()
  await expect(shop.getByRole('region', { name: 'Preview, not saved' })).toContainText('Wash it cold.')
  await isAccessible()
  await press(shop, 'Save the text', 'The text is saved.')
  await expect(shop.getByRole('link', { name: 'As it was before' })).toBeVisible()
  await shop.goto(at(`/help/${slug}`))
  await expect(shop.getByText('Wash it cold.')).toBeVisible()
  await shop.goto(at('/desk'))
}

async function lookAround(shop: Page, isAccessible: Check) {
  for (const page of ['Settings', 'Shoppers', 'Reviews', 'Messages', 'Newsletter', 'Sales', 'Returns', 'Changes']) {
    await followAtDesk(shop, page)
    await isAccessible()
  }
  await (await openDeskMenu(shop)).getByRole('button', { name: 'Sign out' }).click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Sign in to the desk')
}

test('an operator copies a product, and finds the copy', async ({ shop, javaScriptEnabled }) => {
  const name = `Cotton dupatta ${randomUUID().slice(0, 8)}`
  const { data } = await serviceClient()
    .from('products')
    .insert({ name, slug: `dupatta-${randomUUID()}`, price: 999, is_active: false })
    .select('id')
    .single()
  await enterDesk(shop)
  await shop.goto(at(`/desk/products/${data?.id}`))
  await press(shop, 'Duplicate', 'This is the copy, a draft without stock.')
  await followAtDesk(shop, 'Products')
  await shop.getByLabel('Name or article number').fill(name)
  const filters = shop.getByText('Filters')
  if (await filters.isVisible()) await filters.click()
  await shop.getByLabel('State', { exact: true }).selectOption('Draft')
  await shop.getByRole('button', { name: 'Show' }).click()
  await says(shop, '2 products')
  await expect(shop.getByRole('link', { name: `${name} (copy)` })).toBeVisible()
  await expectAccessible(shop, javaScriptEnabled !== false)
})

// In parts, since all of them together take longer than a test may on a busy machine.
for (const part of [0, 1, 2])
  test(
    `every list of the settings is accessible, and so is a row of each, part ${part + 1}`,
    { tag: '@scripts' },
    async ({ shop }) => {
      const window = shop.viewportSize() ?? { width: 1280, height: 900 }
      const expectFitting = async () => {
        await expectAccessible(shop, true)
        await shop.setViewportSize({ width: 360, height: 800 })
        await expectAccessible(shop, false)
        await shop.setViewportSize(window)
      }
      await enterDesk(shop)
      await followAtDesk(shop, 'Settings')
      const links = await shop.locator('main li a').all()
      const paths = await Promise.all(links.map((link) => link.getAttribute('href')))
      expect(paths.length).toBeGreaterThan(15)
      for (const path of paths.filter((_, index) => index % 3 === part)) {
        await shop.goto(at(path ?? ''))
        await expectFitting()
        const rows = shop.locator('.desk-table a')
        if ((await rows.count()) === 0) continue
        await rows.first().click()
        await expect(shop).not.toHaveURL(at(path ?? ''))
        await expectFitting()
      }
    },
  )

test('lists, figures and grids fit a phone of 360 pixels', { tag: '@phone' }, async ({ shop }) => {
  await enterDesk(shop)
  await shop.setViewportSize({ width: 360, height: 740 })
  const product = serviceClient().from('products').select('id').eq('slug', 'guest-robe').single()
  const stock = `/desk/products/${(await product).data?.id}?part=stock`
  for (const path of [
    '/desk/orders',
    '/desk/products',
    '/desk/categories',
    '/desk/promo-codes',
    '/desk/sales',
    '/desk/sizes/nightwear',
    stock,
  ]) {
    await shop.goto(at(path))
    const scrolling = await shop
      .locator('.desk-scroll')
      .evaluateAll((regions) => regions.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
    expect([path, scrolling]).toEqual([path, 0])
    const table = shop.locator('.desk-table').first()
    await expect(table.locator('thead')).toBeHidden()
    // Nothing covers the link of a row.
    const link = table.getByRole('link').first()
    if ((await link.count()) > 0) await link.click({ trial: true, timeout: 5_000 })
  }
})
