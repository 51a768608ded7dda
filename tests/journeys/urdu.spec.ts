import { m } from '../../app/language/compiled/messages.js'
import { freshPhone } from '../support/checkout.ts'
import { at, expect, expectAccessible, logInAsNew, serviceClient, test } from './shop.ts'

const UR = { locale: 'ur' } as const
const PRODUCT = 'Satin nightgown with lace hem'

test('lets a shopper find and buy a nightgown in Urdu, in cash (UR-08)', async ({ shop, javaScriptEnabled }) => {
  /** Expects a page with this heading that is in Urdu, from right to left, accessible, and not too wide. */
  async function expectPage(heading: string): Promise<void> {
    await expect(shop.getByRole('heading', { level: 1 })).toHaveText(heading)
    expect(await shop.locator('html').evaluate(({ lang, dir }: HTMLElement) => [lang, dir])).toEqual(['ur', 'rtl'])
    await expectAccessible(shop, javaScriptEnabled !== false)
  }
  const { data } = await serviceClient().from('products').select('translations').eq('name', PRODUCT).single()
  const { name = '' } = (data?.translations as { ur: { name?: string } }).ur

  await shop.goto(at('/?lang=ur'))
  await shop.getByLabel(m.catalog_search_products({}, UR)).fill('satin nightgown')
  await shop.keyboard.press('Enter')
  await shop.getByRole('link', { name }).first().click()
  await expectPage(name)
  await shop.getByRole('radio', { name: 'M', exact: true }).check()
  await shop.getByRole('button', { name: m.product_add_to_cart({}, UR) }).click()

  await expectPage(m.cart_heading({}, UR))
  await shop.getByRole('button', { name: m.cart_one_more({}, UR) }).click()
  await expect(shop.locator('main output')).toHaveText('2')
  await shop.getByRole('link', { name: m.cart_to_checkout({}, UR) }).click()
  await expect(shop.getByRole('dialog')).toContainText(m.cart_login_to_continue({}, UR))
  await expectPage(m.cart_heading({}, UR))
  await logInAsNew(shop)
  await shop.goto(at('/checkout'))

  await expectPage(m.checkout_title({}, UR))
  const fields = { firstName: 'نادیہ', address: '7 Canal Road', city: 'Faisalabad', phone: freshPhone() }
  for (const [field, value] of Object.entries(fields)) await shop.locator(`main [name=${field}]`).fill(value)
  await shop.getByText(m.checkout_cash({}, UR)).first().click()
  await shop.getByRole('button', { name: m.checkout_place_in_cash({}, UR) }).click()

  await expectPage(m.checkout_placed_title({}, UR))
})
