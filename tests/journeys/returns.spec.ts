import { randomInt, randomUUID } from 'node:crypto'
import { at, expect, expectAccessible, logInAsNew, serviceClient, test } from './shop.ts'

/** Creates an order of this shopper in these statuses. Returns its number. */
async function orderFor(shopper: string, ...statuses: string[]): Promise<string> {
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

test('lets a shopper return an item and follow its status', async ({ shop, javaScriptEnabled }) => {
  const check = () => expectAccessible(shop, javaScriptEnabled !== false)
  const { id } = await logInAsNew(shop)
  const number = await orderFor(id, 'Shipped', 'Delivered')
  await shop.goto(at(`/profile/active-orders/${number}`))
  await expect(shop.getByText(/You can send things back or change their size until/)).toBeVisible()
  await check()
  await shop.getByRole('link', { name: 'Send things back' }).click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Send things back')
  await check()
  await shop.getByRole('radio', { name: 'It is damaged or faulty' }).check()
  await shop.getByLabel('What should we know?').fill('A seam is open.')
  await shop.getByRole('button', { name: 'Ask to send it back' }).click()
  await expect(shop).toHaveURL(new RegExp(`${number}#returns$`))
  const request = shop.getByRole('article', { name: 'Return' })
  await expect(request).toContainText('A seam is open.')
  await expect(request.locator('.badge')).toHaveText('Requested')
  await check()

  const { data: order } = await serviceClient().from('orders').select('id').eq('order_id', number).single()
  const { error } = await serviceClient()
    .from('returns')
    .update({ status: 'approved', answer: 'Our rider comes on Friday.' })
    .eq('order_id', order?.id ?? '')
  expect(error).toBeNull()
  await shop.goto(at(`/profile/active-orders/${number}`))
  await expect(request.locator('.badge')).toHaveText('Approved')
  await expect(request).toContainText('Our rider comes on Friday.')
  await check()
})

test('lets a shopper change a size, and withdraw that', async ({ shop, javaScriptEnabled }) => {
  const check = () => expectAccessible(shop, javaScriptEnabled !== false)
  const { id } = await logInAsNew(shop)
  const number = await orderFor(id, 'Shipped', 'Delivered')
  await shop.goto(at(`/profile/active-orders/${number}`))
  await shop.getByRole('link', { name: 'Change a size' }).click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Change a size')
  await check()
  await shop.getByLabel(/^New size of/).selectOption({ index: 1 })
  await shop.getByRole('button', { name: 'Ask for the new size' }).click()
  const request = shop.getByRole('article', { name: 'Exchange' })
  await expect(request.locator('.badge')).toHaveText('Requested')
  await expect(request).toContainText('→')
  await check()
  await request.getByRole('button', { name: 'Keep everything and withdraw this' }).click()
  await expect(request.locator('.badge')).toHaveText('Withdrawn')
})

test('lets a shopper cancel an order before it is shipped', async ({ shop, javaScriptEnabled }) => {
  const { id } = await logInAsNew(shop)
  const number = await orderFor(id)
  await shop.goto(at(`/profile/active-orders/${number}`))
  await shop.getByRole('link', { name: 'Cancel this order' }).click()
  await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Cancel this order?')
  await expectAccessible(shop, javaScriptEnabled !== false)
  await shop.getByLabel('Why?').fill('Ordered twice')
  await shop.getByRole('button', { name: 'Yes, cancel this order' }).click()
  await expect(shop.locator('.order-head .badge').first()).toHaveText('Cancelled')
  await expect(shop.getByText(/Ordered twice/)).toBeVisible()
})
