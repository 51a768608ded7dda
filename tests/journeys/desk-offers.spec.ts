import { randomUUID } from 'node:crypto'
import { at, enterDesk, expect, expectAccessible, followAtDesk, serviceClient, test } from './shop.ts'

test('an operator makes a promo code, a cart takes it, and the operator ends it', async ({
  shop,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  const code = `EID-${randomUUID().slice(0, 8).toUpperCase()}`
  await enterDesk(shop)
  await followAtDesk(shop, 'Promo codes')
  await expectAccessible(shop, hasScripts)
  await shop.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
  await shop.getByLabel('Takes off').fill('150')
  await shop.getByLabel('Ends').fill('2099-03-01T23:00')
  await shop.getByLabel('Per cent, rupees or free delivery').selectOption('Rupees')
  await shop.getByRole('button', { name: 'Add the promo code' }).click()
  await expect(shop.getByRole('status')).toHaveText('This is the new promo code.')
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText(code)
  await expectAccessible(shop, hasScripts)
  const desk = shop.url()

  await shop.goto(at('/product/guest-robe'))
  await shop.getByRole('button', { name: 'Add to cart' }).click()
  await shop.goto(at('/cart'))
  await shop.getByLabel('Promo code').fill(code)
  await shop.getByRole('button', { name: 'Apply' }).click()
  await expect(shop.getByText(`Promo code ${code} applied.`)).toBeVisible()

  await shop.goto(desk)
  await shop.getByRole('button', { name: 'End it now' }).click()
  await expect(shop.getByRole('status')).toHaveText('The promo code has ended. Carts don’t take it any more.')
  await shop.goto(at('/cart'))
  await expect(shop.getByText('This promo code has expired.')).toBeVisible()
})

test('an operator changes the line above the header, and sees it in the shop within ten seconds', async ({
  shop,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  await enterDesk(shop)
  await followAtDesk(shop, 'Settings')
  await shop.getByRole('link', { name: 'Line above the header' }).click()
  await expectAccessible(shop, hasScripts)
  const line = shop.getByRole('link', { name: '{delivery_price} delivery anywhere in Pakistan. Pay on delivery.' })
  await line.click()
  await expectAccessible(shop, hasScripts)
  await shop.getByLabel('Text', { exact: true }).fill('Eid delivery for {delivery_price}, until the moon is seen')
  await shop.getByLabel('Leads to').fill('/on-sale')
  await shop.getByRole('button', { name: 'Save the line' }).click()
  await expect(shop.getByRole('status')).toHaveText('The line is saved.')
  const desk = shop.url()
  await expect
    .poll(async () => (await shop.request.get(at('/'))).text(), { timeout: 10_000 })
    .toMatch(/Eid delivery for Rs\.\s[\d.]+, until the moon is seen/)
  await shop.goto(at('/'))
  await expect(shop.getByText(/^Eid delivery for Rs\.\s[\d.]+, until the moon is seen$/)).toBeVisible()
  await expectAccessible(shop, hasScripts)
  await shop.getByRole('link', { name: 'Eid delivery' }).click()
  await expect(shop).toHaveURL(at('/on-sale'))

  // As it was, for the journeys after this one.
  await shop.goto(desk)
  await shop
    .getByLabel('Text', { exact: true })
    .fill('{delivery_price} delivery anywhere in Pakistan. Pay on delivery.')
  await shop.getByLabel('Leads to').fill('')
  await shop.getByRole('button', { name: 'Save the line' }).click()
  await expect(shop.getByRole('status')).toHaveText('The line is saved.')
})

test('an operator makes a slide with a picture of its own and a testimonial, and sees both in the shop', async ({
  shop,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  const name = `Slide ${randomUUID().slice(0, 8)}`
  await enterDesk(shop)
  await followAtDesk(shop, 'Settings')
  await shop.getByRole('link', { name: 'Slides of the hero' }).click()
  await expectAccessible(shop, hasScripts)
  await shop.getByLabel('Heading').fill(name)
  await shop.getByLabel('Leads to').fill('/on-sale')
  await shop.getByLabel('JPEG, PNG or WebP').setInputFiles('public/pictures/guest-robe-black-front.webp')
  await shop.getByRole('checkbox', { name: 'Shown', exact: true }).check()
  await shop.getByRole('button', { name: 'Add the slide' }).click()
  await expect(shop.getByRole('status')).toHaveText(`${name} is a slide now.`)
  await shop.getByRole('link', { name, exact: true }).click()
  await expectAccessible(shop, hasScripts)
  await expect(shop.getByRole('radio', { name: 'Picture 1' })).toBeChecked()
  const desk = shop.url()

  await followAtDesk(shop, 'Settings')
  await shop.getByRole('link', { name: 'Our Happy Customers' }).click()
  await shop.getByLabel('What the shopper says').fill(`${name} is soft`)
  await shop.getByRole('button', { name: 'Add the testimonial' }).click()
  await shop.getByRole('link', { name: `${name} is soft`, exact: true }).click()
  await shop.getByRole('checkbox', { name: 'Shown in the shop' }).check()
  await shop.getByRole('button', { name: 'Save the testimonial' }).click()
  await expect(shop.getByRole('status')).toHaveText('The testimonial is saved.')
  await expectAccessible(shop, hasScripts)

  const home = async () => (await shop.request.get(at('/'))).text()
  await expect.poll(home, { timeout: 10_000 }).toMatch(new RegExp(`<h1[^>]*>${name}`))
  await expect.poll(home, { timeout: 10_000 }).toContain(`${name} is soft`)
  await shop.goto(at('/'))
  await expect(shop.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(shop.getByText(`${name} is soft`)).toBeVisible()
  await expect(shop.locator('#hero img')).toHaveJSProperty('complete', true)

  await shop.goto(desk)
  await shop.getByRole('button', { name: 'Remove the slide' }).click()
  await expect(shop.getByRole('status')).toHaveText('The slide is removed.')
  await serviceClient().from('testimonials').delete().eq('review_text', `${name} is soft`)
})
