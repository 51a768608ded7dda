import { randomUUID } from 'node:crypto'
import { workbook } from '../support/archives.ts'
import { at, enterDesk, expect, expectAccessible, followAtDesk, orderFor, serviceClient, test } from './shop.ts'

test('an operator books parcels, prints their airway bills, enters numbers by hand, and applies a settlement and takes it back (CR-01, CR-03, CR-05, CR-07, CR-09)', async ({
  shop,
  javaScriptEnabled,
}) => {
  const isAccessible = () => expectAccessible(shop, javaScriptEnabled !== false)
  const { id } = await enterDesk(shop)
  const orders = [await orderFor(id), await orderFor(id), await orderFor(id)]
  const { error } = await serviceClient()
    .from('orders')
    .update({ confirmed_at: new Date().toISOString() })
    .in('order_id', orders)
  if (error) throw error
  const [first = '', second = '', byHand = ''] = orders

  await shop.goto(at('/desk/orders?task=pack'))
  for (const order of [first, second]) await shop.getByLabel(order).check()
  await shop.getByText('More', { exact: true }).click()
  await shop.getByRole('button', { name: 'Book with PostEx' }).click()
  await expect(shop.getByRole('status').first()).toHaveText('To be booked: 2 of 2.')
  await isAccessible()
  // The page loads itself again until all are booked.
  await expect(shop.getByText('2 of 2 parcels done; 0 wait.')).toBeVisible({ timeout: 20_000 })
  await isAccessible()
  const bills = await shop.getByRole('link', { name: 'Airway bills 1–2' }).getAttribute('href')
  const file = await shop.request.get(at(bills ?? ''))
  expect([file.status(), file.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await shop.getByRole('button', { name: `Cancel the parcel of ${second}` }).click()
  await expect(shop.getByRole('status').first()).toHaveText('The parcel is cancelled, once its courier has said so.')

  const [courier, tracking] = [`Rider ${randomUUID().slice(0, 6)}`, `R-${randomUUID().slice(0, 8)}`]
  await followAtDesk(shop, 'Couriers')
  await shop.getByRole('link', { name: 'Enter tracking numbers' }).click()
  await isAccessible()
  await shop.getByRole('link', { name: 'courier’s settings' }).click()
  await shop.getByLabel('Name', { exact: true }).fill(courier)
  await shop.getByRole('button', { name: 'Add the courier' }).click()
  await shop.getByRole('link', { name: courier, exact: true }).click()
  await expect(shop.getByLabel('Sheet, such as')).toHaveValue(/^Order = Order\nName = Name\n/)
  await shop.getByLabel('Heading of the tracking number').fill('CN')
  await shop.getByLabel('Heading of where a parcel is').fill('Now')
  await isAccessible()
  await shop.getByRole('button', { name: 'Save the courier' }).click()
  await expect(shop.getByRole('status').first()).toHaveText('The courier is saved.')

  await shop.goto(at(`/desk/orders?search=${byHand}`))
  await shop.getByLabel(byHand).check()
  await shop.getByText('Choose what to do').click()
  const sheet = shop.waitForEvent('download')
  await shop.getByRole('button', { name: `Sheet for ${courier}` }).click()
  expect((await sheet).suggestedFilename()).toMatch(/^rider-[0-9a-f]+-[\d-]+\.csv$/)

  await shop.goto(at('/desk/couriers/numbers'))
  await shop.getByRole('combobox', { name: 'Courier, such as' }).fill(courier)
  const back = workbook([
    ['Order', 'CN', 'Now'],
    [byHand, tracking, 'In transit'],
    ['ORD-1-1', 'R-1', 'Delivered'],
  ])
  await shop.getByLabel('Excel or CSV file').setInputFiles({ name: 'back.xlsx', mimeType: '', buffer: back })
  await shop.getByRole('button', { name: 'Read the list' }).click()
  await expect(shop.getByRole('region', { name: 'What will be recorded' }).getByText(tracking)).toBeVisible()
  await expect(shop.getByRole('region', { name: 'Rows that aren’t used' }).getByText('ORD-1-1')).toBeVisible()
  await isAccessible()
  await shop.getByRole('button', { name: 'Record them' }).click()
  await expect(shop.getByRole('status').first()).toContainText('Recorded: 1. Not used: 1 row.')
  await shop.getByRole('link', { name: byHand }).click()
  await expect(shop.getByText(tracking).first()).toBeVisible()
  await isAccessible()

  await followAtDesk(shop, 'Couriers')
  await shop.getByRole('link', { name: 'Settlements', exact: true }).click()
  await shop.getByRole('combobox', { name: 'Courier' }).fill(courier)
  const settlement = Buffer.from(`CN,COD,Delivery charges,WHT\n${tracking},100,-20,-1\nR-unknown,5,,\n`)
  await shop
    .getByLabel('Excel or CSV file')
    .setInputFiles({ name: 'june.csv', mimeType: 'text/csv', buffer: settlement })
  await isAccessible()
  await shop.getByRole('button', { name: 'Compare with the orders' }).click()
  await isAccessible()
  await shop.getByRole('button', { name: 'Use these columns' }).click()
  await expect(shop.getByRole('region', { name: 'Rows', exact: true }).getByText('Too little')).toBeVisible()
  await isAccessible()
  await shop.getByRole('button', { name: 'Apply' }).click()
  await expect(shop.getByRole('status').first()).toHaveText('The settlement is applied.')
  await isAccessible()

  await shop.getByLabel('Sum in rupees').fill('90')
  await shop.getByRole('button', { name: 'Record' }).click()
  await expect(shop.getByRole('status').first()).toHaveText('The sum is recorded.')
  await isAccessible()
  await shop.getByText('Take the settlement back').click()
  await shop.getByLabel('Reason').last().fill('The wrong month')
  await shop.getByRole('button', { name: 'Take it back' }).click()
  await expect(shop.getByRole('status').first()).toContainText('The settlement is taken back.')
  await expect(shop.getByText('The wrong month')).toBeVisible()
  await isAccessible()
})
