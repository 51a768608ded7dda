import { randomUUID } from 'node:crypto'
import { enterDesk, expect, expectAccessible, followAtDesk, mailsAbout, orderFor, serviceClient, test } from './shop.ts'

test('an operator changes the words of a mail, ships an order, and the shopper gets them', async ({
  shop,
  javaScriptEnabled,
}) => {
  const isAccessible = () => expectAccessible(shop, javaScriptEnabled !== false)
  const thanks = `Thank you for waiting, ${randomUUID().slice(0, 8)}.`
  const operator = await enterDesk(shop)
  await followAtDesk(shop, 'Texts')
  await isAccessible()
  await shop.getByRole('link', { name: 'Order shipped' }).click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Order shipped')
  await isAccessible()

  const text = shop.getByLabel('Text', { exact: true })
  const words = await text.inputValue()
  await text.fill(`Dear {name},\n\n${thanks}\n\n${words}`)
  await shop.getByRole('button', { name: 'Preview' }).click()
  const preview = shop.getByRole('region', { name: 'Preview, not saved' })
  await expect(preview).toContainText('Dear Ayesha,')
  const mail = preview.frameLocator('iframe')
  await expect(mail.getByText(thanks)).toBeVisible()
  await expect(mail.getByRole('link', { name: 'Follow your order' })).toBeVisible()
  await isAccessible()
  const save = shop.getByRole('button', { name: 'Save the words' })
  // Chromium gives the frame's process a click in the same instant as the scroll, so wait like a person until the button is drawn.
  await save.screenshot()
  await save.click()
  await expect(shop.getByRole('status')).toHaveText('The words are saved. Mails that are sent from now on have them.')
  await isAccessible()

  const noDelay = await serviceClient().from('order_rules').update({ mail_delay: '0' }).eq('is_only', true)
  expect(noDelay.error).toBeNull()
  const orderId = await orderFor(operator.id)
  await shop.goto(shop.url().replace(/\/desk\/.*/, `/desk/orders/${orderId}`))
  for (const button of ['Confirmed by the shopper', 'Packed', 'Shipped']) {
    if (button === 'Shipped') await shop.getByLabel('Tracking number').fill('TCS-1002')
    await shop.getByRole('button', { name: button, exact: true }).click()
    await expect(shop.getByRole('status')).toContainText(orderId)
  }
  const shipped = (await mailsAbout(orderId)).at(-1)
  expect(shipped?.subject).toBe(`Your order ${orderId} is on its way`)
  expect(shipped?.text).toContain(`Dear Nadia,\n\n${thanks}\n\nTracking number: TCS-1002\n\nPlease have Rs. `)
  expect(shipped?.html).toContain(`<p dir="ltr">${thanks}</p>`)

  await shop.goBack()
  await followAtDesk(shop, 'Texts')
  await shop.getByRole('link', { name: 'Order shipped' }).click()
  await shop
    .getByRole('link', { name: /^As it was before/ })
    .first()
    .click()
  await expect(text).toHaveValue(words)
  await shop.getByRole('button', { name: 'Save the words' }).click()
  await expect(text).toHaveValue(words)
})
