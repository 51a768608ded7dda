import { addToCart, logInAsNew, open, type Looker } from './looker.ts'

const PAGES = [
  ['home', '/'],
  ['listing', '/product-listing?category=Bra'],
  ['product', '/product/lace-balconette-bra'],
  ['size guide', '/size-guide'],
  ['faq', '/faq'],
  ['delivery', '/help/delivery-details'],
  ['cart', '/cart'],
  ['checkout', '/checkout'],
  ['profile', '/profile'],
  ['orders', '/profile/active-orders'],
] as const

/** Shows ten pages in forced colours and with text of 200 %. */
export async function variants(looker: Looker): Promise<void> {
  const { page, look } = looker
  await logInAsNew(looker)
  await addToCart(looker)
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  for (const [name, path] of PAGES) {
    await open(looker, path)
    await look(`forced colours, ${name}`)
  }
  await page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' })
  await page.addInitScript(enlargeText)
  for (const [name, path] of PAGES) {
    await open(looker, path)
    await look(`200 percent, ${name}`)
  }
}

/** Runs in the browser, before the page's own scripts. */
function enlargeText(): void {
  document.addEventListener('readystatechange', () => document.documentElement.style.setProperty('font-size', '200%'))
}
