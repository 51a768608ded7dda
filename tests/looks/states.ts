import { addressIn, LANGUAGES } from '../../app/language/languages.ts'
import { fillDelivery } from '../support/checkout-page.ts'
import { startFragileShop } from '../support/fragile-shop.ts'
import { addToCart, logIn, logInAsNew, open, type Looker } from './looker.ts'

const WITHOUT_BACKEND = [
  ['home', '/'],
  ['listing', '/product-listing'],
  ['sale', '/on-sale'],
  ['product', '/product/lace-balconette-bra'],
  ['cart', '/cart'],
  ['checkout', '/checkout'],
  ['wishlist', '/wishlist'],
  ['profile', '/profile'],
  ['orders', '/profile/active-orders'],
  ['chat', '/profile/chat-support'],
  ['faq', '/faq'],
  ['returns', '/help/returns'],
] as const

/** Shows what a shopper with a cart sees while the backend doesn't respond, in both languages. */
export async function failing(looker: Looker): Promise<void> {
  const { newPage, look } = looker
  const shop = await startFragileShop()
  try {
    const warm = await newPage({ baseURL: (await shop.startProcess()).url })
    await logIn({ ...looker, page: warm }, 'hira@example.com')
    await addToCart({ ...looker, page: warm })
    // The caches of another process are empty.
    const baseURL = (await shop.startProcess()).url
    const storageState = await warm.context().storageState()
    shop.proxy.fault = { path: /./, kind: 'reset' }
    for (const language of LANGUAGES) {
      const page = await newPage({ baseURL, storageState })
      for (const [name, path] of WITHOUT_BACKEND) {
        await page.goto(addressIn(language, path), { waitUntil: 'networkidle' })
        await look(`${name}, ${language}`, page)
      }
      const stranger = await newPage({ baseURL })
      await stranger.goto(addressIn(language, '/login'), { waitUntil: 'networkidle' })
      await stranger.locator('main [name=emailOrPhone]').fill('hira@example.com')
      await stranger.locator('main [name=password]').fill('jasmine-tea-7')
      await stranger.locator('main [name=password]').press('Enter')
      await stranger.locator('main [role=alert]').first().waitFor()
      await look(`login, ${language}`, stranger)
    }
  } finally {
    await shop.stop()
  }
}

/** Opens what only scripts open, beginning on the home page, in the language of the page. */
export async function openWithScripts(looker: Looker): Promise<void> {
  const { page, look } = looker
  await page.locator('header [name=search]').fill('rob')
  await page.getByRole('option').first().waitFor()
  await look('suggestions')
  if (looker.isPhone) {
    await open(looker, '/product-listing')
    await page.locator('.open-filters').click()
    await page.locator('#filters button:visible').last().waitFor()
    await look('filters')
  }
  await open(looker, '/product/lace-balconette-bra')
  await page.locator('.gallery-main .current a').click()
  await page.locator('dialog[open] img').first().waitFor()
  await page.waitForLoadState('networkidle')
  await look('enlarged picture')
}

/** Shows in Urdu what scripts bring about, and what pages say after an action. */
export async function saying(looker: Looker): Promise<void> {
  const { page, look } = looker
  const shows = (selector: string) => page.locator(selector).filter({ hasText: /\S/ }).first().waitFor()
  await open(looker, addressIn('ur', '/'))
  await openWithScripts(looker)
  await open(looker, '/?lang=en')
  await logInAsNew(looker)
  await open(looker, addressIn('ur', '/product/lace-balconette-bra'))
  await page.locator('.buy-bar button').click()
  await shows('#buy .missing')
  await look('size missing')
  await page.locator('.heart button').first().click()
  await page.locator('.heart button[value=remove]').first().waitFor()
  await look('saved to the wishlist')
  await page.locator('input[name=size]:not([disabled])').first().check({ force: true })
  await page.locator('.buy-bar button').click()
  await page.waitForURL('**/cart')
  await look('added to the cart')
  await page.locator('main [name=code]').first().fill('NO-SUCH-CODE')
  await page.locator('main [name=code]').first().press('Enter')
  await shows('main .error, main [role=alert]')
  await look('promo code refused')
  await page.locator('.cart-line .remove button, button.remove').first().click()
  await page.locator('[name=intent][value=undo]').waitFor()
  await look('line removed')
  await open(looker, '/faq')
  await page.locator('#newsletter [name=email]').fill('nobody@example.com')
  await page.locator('#newsletter [name=email]').press('Enter')
  await shows('#newsletter [role=status]')
  await look('newsletter')
  await open(looker, '/product/lace-balconette-bra?tab=ratingReviews&write=1')
  await page.locator('.review-form .form-actions .button').click()
  await page.locator('[aria-invalid=true]').first().waitFor()
  await look('review refused')
}

/** Shows the pages of a purchase without the shop's scripts. The page itself may run some, for axe needs them. */
export async function scriptless(looker: Looker): Promise<void> {
  const { page, look } = looker
  await page.route('**/*.js', (route) => route.abort())
  await logIn(looker, 'hira@example.com')
  await addToCart(looker)
  await look('cart')
  await page.goto('/checkout')
  await fillDelivery(page)
  await look('checkout')
  await page.getByRole('button', { name: /^Pay Rs\./ }).click()
  await page.waitForURL('**/pay/**')
  await look('pay')
}
