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

/** What the desk's worker is given by its browser. */
interface WorkerScope extends EventTarget {
  noted: string[][]
  registration: { showNotification: (title: string, options: { data: string }) => Promise<void> }
  clients: { openWindow: (url: string) => Promise<void> }
}

test('an operator’s browser is told of a new order, and of nothing once it is removed', async ({
  shop,
  context,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled !== false
  await enterDesk(shop)
  await shop.getByRole('link', { name: 'Hearing of new orders' }).click()
  const tell = shop.getByRole('button', { name: 'Tell this browser of orders' })
  if (!hasScripts) {
    await expect(shop.getByText('No browser tells you of orders.')).toBeVisible()
    await expect(tell).toBeHidden()
    return expectAccessible(shop, hasScripts)
  }
  await context.grantPermissions(['notifications'])
  // No push service is there to subscribe at.
  await shop.evaluate(() => {
    const keys = { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) }
    const subscription = {
      toJSON: () => ({ endpoint: 'https://push.invalid/one', keys }),
    } as unknown as PushSubscription
    PushManager.prototype.subscribe = () => Promise.resolve(subscription)
  })
  await tell.click()
  await expect(shop.getByRole('status')).toHaveText(/^Chrome on \w+ tells you of new orders\.$/)
  await expectAccessible(shop, hasScripts)

  // Chromium without a window shows no notifications, so the worker notes what it would show, and open at a click.
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const scope = self as unknown as WorkerScope
    scope.noted = []
    scope.registration.showNotification = async (title, { data }) => {
      scope.noted.push([title, data])
      const clicked = new Event('notificationclick')
      scope.dispatchEvent(Object.assign(clicked, { notification: { data, close() {} }, waitUntil() {} }))
    }
    scope.clients.openWindow = async (url) => void scope.noted.push(['opened', url])
  })
  const devTools = await context.newCDPSession(shop)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const { origin } = new URL(shop.url())
  const data = JSON.stringify({ title: 'New order ORD-1', url: '/desk/orders/ORD-1' })
  await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
  await expect
    .poll(() => worker.evaluate(() => (self as unknown as WorkerScope).noted))
    .toEqual([
      ['New order ORD-1', '/desk/orders/ORD-1'],
      ['opened', '/desk/orders/ORD-1'],
    ])

  await shop.getByRole('button', { name: 'Remove' }).click()
  await expect(shop.getByText('No browser tells you of orders.')).toBeVisible()
})
