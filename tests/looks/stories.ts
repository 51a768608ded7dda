import { randomUUID } from 'node:crypto'
import { addressIn } from '../../app/language/languages.ts'
import { fillDelivery } from '../support/checkout-page.ts'
import { serviceBackend } from '../support/orders.ts'
import { account } from './account.ts'
import { desk, deskLists } from './desk.ts'
import { storeroom } from './storeroom.ts'
import { addToCart, logIn, logInAsNew, open, type Looker } from './looker.ts'
import { backToEnglish, inUrdu, refuse, refuseForms } from './urdu.ts'
import { failing, openWithScripts, saying, scriptless } from './states.ts'
import { variants } from './variants.ts'

const BROWSING = [
  ['home', '/'],
  ['listing', '/product-listing'],
  ['listing filtered', '/product-listing?category=Bra&colors=Black&sizes=34B'],
  ['nothing found', '/product-listing?search=nothing-like-it'],
  ['sale', '/on-sale'],
  ['product', '/product/satin-nightgown-with-lace-hem'],
  ['product without size', '/product/lace-balconette-bra?missing=size&quantity=2'],
  ['product tab sizes', '/product/lace-balconette-bra?tab=SizeGuide'],
  ['product tab reviews', '/product/lace-balconette-bra?tab=ratingReviews'],
  ['unknown product', '/product/nothing-like-it'],
  ['size guide', '/size-guide'],
  ['size finder', '/size-finder'],
  ['size finder result', '/size-finder?underbust=76&bust=91&unit=cm&product=lace-balconette-bra'],
  ['size finder refused', '/size-finder?underbust=30&bust=wide&unit=cm'],
  ['wishlist empty', '/wishlist'],
  ['back in stock', '/back-in-stock?product=satin-nightgown-with-lace-hem'],
] as const

const READING = [
  ['company', '/company'],
  ['about', '/company/about'],
  ['features', '/company/features'],
  ['how it works', '/company/works'],
  ['careers', '/company/career'],
  ['contact', '/contact'],
  ['help', '/help'],
  ['delivery', '/help/delivery-details'],
  ['tracking', '/help/delivery-details?tab=tracking'],
  ['returns', '/help/returns'],
  ['terms', '/help/terms-conditions'],
  ['privacy', '/help/privacy-policy'],
  ['faq', '/faq'],
  ['faq topic', '/faq/account'],
  ['faq without results', '/faq?q=nothing-like-it'],
  ['not found', '/nothing/like-it'],
] as const

const OF_SHOPPERS = [
  '/cart',
  '/checkout',
  '/wishlist',
  '/profile',
  '/profile-setup',
  '/profile/edit-location',
  '/profile/active-orders',
  '/profile/complete-orders',
  '/profile/account',
  '/profile/chat-support',
  '/profile/chat-support?mode=general',
] as const

/** What people do in the shop, by name: each shows its page states one after the other. */
export const stories: Record<string, (looker: Looker) => Promise<void>> = {
  storeroom,

  async browsing(looker) {
    for (const [name, path] of BROWSING) await openAndLook(looker, name, path)
    await sellOut(looker, 'moonlight-nightgown')
    await openAndLook(looker, 'sold out', '/product/moonlight-nightgown')
  },

  async reading(looker) {
    for (const [name, path] of READING) await openAndLook(looker, name, path)
  },

  async urdu(looker) {
    for (const [name, path] of [...BROWSING, ...READING]) await openAndLook(looker, name, addressIn('ur', path))
    await openAndLook(looker, 'cart empty', addressIn('ur', '/cart'))
    await refuseForms(looker)
    await backToEnglish(looker)
    await logInAsNew(looker)
    await addToCart(looker)
    for (const path of OF_SHOPPERS) await openAndLook(looker, path.slice(1).replaceAll('/', ' '), addressIn('ur', path))
    await open(looker, addressIn('ur', '/checkout'))
    await refuse(looker, 'checkout', /ادا کریں/)
    for (const story of ['buying', 'paying', 'account']) {
      await looker.page.context().clearCookies()
      await stories[story]?.(inUrdu(looker))
    }
  },

  async opening(looker) {
    const { page, look } = looker
    await open(looker, '/')
    await page.locator('header details summary:visible').first().click()
    await look('menu')
    await page.keyboard.press('Escape')
    await openWithScripts(looker)
    await open(looker, '/faq')
    await page.locator('main details summary').first().click()
    await look('faq answer')
    await page
      .getByRole('textbox', { name: /e-mail/i })
      .last()
      .fill('nobody@example.com')
    await page.locator('#newsletter').getByRole('button').click()
    await page.locator('#newsletter').getByRole('status').filter({ hasText: /\w/ }).waitFor()
    await look('newsletter')
  },

  async forms(looker) {
    const { page, look } = looker
    for (const [name, path, button] of [
      ['login', '/login', 'Login'],
      ['create account', '/create-account', 'Create Account'],
      ['forgotten password', '/forget-password', /send/i],
      ['contact', '/contact', /send/i],
    ] as const) {
      await openAndLook(looker, name, path)
      await page.getByRole('main').getByRole('button', { name: button }).first().click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await look(`${name} refused`)
    }
    await page.goto('/login')
    await page.getByLabel('E-mail or phone').fill('nobody@example.com')
    await page.getByLabel('Password').fill('not-the-password')
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('alert').first().waitFor()
    await look('login wrong')
    await page.goto('/create-account')
    await page.getByLabel('Full Name').fill('Hania Raza')
    await page.getByLabel('E-mail', { exact: true }).fill(`look-${randomUUID().slice(0, 8)}@example.com`)
    await page.getByLabel('Password').fill('a-good-password')
    await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click()
    await page.waitForURL('**/verify-otp')
    await page.getByRole('button', { name: /^Resend/ }).waitFor()
    await look('code')
    await page.getByLabel('Verification code').fill('000000')
    await page.getByRole('button', { name: 'Verify Code' }).click()
    await page.getByRole('alert').first().waitFor()
    await look('code wrong')
  },

  async cart(looker) {
    const { page, look } = looker
    await openAndLook(looker, 'empty', '/cart')
    await addToCart(looker)
    await addToCart(looker, 'satin-nightgown-with-lace-hem')
    await page.getByRole('button', { name: 'Save for later' }).first().click()
    await addToCart(looker)
    await open(looker, '/product/bridal-robe')
    await page
      .getByRole('button', { name: /to your wishlist/ })
      .first()
      .click()
    await page
      .getByRole('button', { name: /from your wishlist/ })
      .first()
      .waitFor()
    await openAndLook(looker, 'wishlist', '/wishlist')
    await open(looker, '/cart')
    await look('two lines')
    await page.getByLabel(/promo/i).first().fill('NO-SUCH-CODE')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await look('promo code refused')
    await page.getByRole('button', { name: /^Remove Guest/ }).click()
    await page.getByRole('button', { name: 'Undo' }).waitFor()
    await look('line removed')
    await page.getByRole('link', { name: 'Go to Checkout' }).first().click()
    await page.getByRole('dialog').waitFor()
    await look('login required')
  },

  async buying(looker) {
    const { page, look } = looker
    await logInAsNew(looker)
    await addToCart(looker)
    await openAndLook(looker, 'checkout', '/checkout')
    await page.getByRole('button', { name: /^Pay Rs\./ }).click()
    await page.locator('[aria-invalid=true]').first().waitFor()
    await look('checkout refused')
    await fillDelivery(page)
    await page.getByText('Cash on Delivery').first().click()
    await look('checkout filled')
    await page.getByRole('button', { name: /Place Order \(Cash on Delivery\)/ }).click()
    await page.getByRole('heading', { name: 'Order Placed Successfully' }).waitFor()
    await look('order placed')
    await page.getByRole('link', { name: 'See your orders' }).click()
    await page.getByRole('link', { name: /^ORD-/ }).first().click()
    await page.getByText('7 Canal Road').first().waitFor()
    await look('order')
    await page.getByRole('link', { name: 'Cancel this order' }).click()
    await look('order to cancel')
  },

  async paying(looker) {
    const { page, look } = looker
    await logIn(looker, 'hira@example.com')
    await addToCart(looker)
    await open(looker, '/checkout')
    await fillDelivery(page)
    await page.getByRole('button', { name: /^Pay Rs\./ }).click()
    await page.getByRole('heading', { name: 'PayFast sandbox' }).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alert').getByText('Payment was not completed.').waitFor()
    await look('payment cancelled')
    await page.getByRole('link', { name: /^ORD-/ }).first().click()
    await page.getByRole('button', { name: /^Pay again Rs\./ }).click()
    await page.getByRole('button', { name: /^Pay Rs\./ }).click()
    await page.getByRole('heading', { name: 'Payment Successful' }).waitFor()
    await look('payment successful')
  },

  account,
  desk,
  'desk lists': deskLists,
  variants,
  failing,
  saying,
  scriptless,
}

/** Takes all pieces of a product. */
async function sellOut(looker: Looker, slug: string): Promise<void> {
  const backend = serviceBackend(looker.settings)
  const { data: product } = await backend.from('products').select('id').eq('slug', slug).single()
  const { error } = await backend
    .from('product_variants')
    .update({ stock: 0 })
    .eq('product_id', product?.id ?? '')
  if (error) throw error
}

async function openAndLook(looker: Looker, name: string, path: string): Promise<void> {
  await open(looker, path)
  await looker.look(name)
}
