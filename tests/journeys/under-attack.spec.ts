import { startAttack, type Attack } from '../support/attack.ts'
import { fillDelivery } from '../support/checkout-page.ts'
import { at, expect, logInAsNew, test } from './shop.ts'

let attack: Attack

test.beforeEach(() => {
  attack = startAttack(at(''))
})
test.afterEach(() => attack.stop())

test(
  'completes a purchase beside 64 slow bodies, 20 form bombs a second and 200 idle connections',
  { tag: '@scripts' },
  async ({ shop }) => {
    await expect.poll(() => attack.seen().bombs).toBeGreaterThan(20)
    await shop.goto(at('/'))
    await shop.getByLabel('Search products').fill('guest robe')
    await shop.keyboard.press('Enter')
    await shop
      .getByRole('link', { name: /Guest robe/ })
      .first()
      .click()
    await shop.getByRole('button', { name: 'Add to Cart' }).click()
    await expect(shop).toHaveURL(at('/cart'))
    await logInAsNew(shop)
    await shop.goto(at('/checkout'))
    await fillDelivery(shop)
    await shop.getByText('Cash on Delivery').first().click()
    await shop.getByRole('button', { name: /Place Order \(Cash on Delivery\)/ }).click()
    await expect(shop.getByRole('heading', { level: 1 })).toHaveText('Order Placed Successfully')
    const { slow, idle } = attack.seen()
    expect(slow).toBeGreaterThan(32)
    expect(idle).toBeGreaterThan(150)
  },
)
