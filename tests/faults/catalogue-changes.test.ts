import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFragileShop, type FragileShop, type ShopProcess } from '../support/fragile-shop.ts'
import { Visitor } from '../support/visitor.ts'
import { serviceBackend } from '../support/orders.ts'

// What operators change shows in every process, whatever its caches hold (decision 128).

let shop: FragileShop
let processes: ShopProcess[]
const PAGE = '/product/guest-robe'
/** Far below the time for which the catalogue would be served otherwise: a minute, and once more. */
const SOON = { timeout: 30_000, interval: 200 }

const serviceClient = () => serviceBackend(shop.settings)

async function setPrice(price: number): Promise<void> {
  const { error } = await serviceClient().from('products').update({ price, discount: 0 }).eq('slug', 'guest-robe')
  if (error) throw error
}

/** Returns the texts of a page in each process, for a visitor without cookies. */
function pages(path: string): Promise<string[]> {
  return Promise.all(processes.map(async ({ url }) => (await new Visitor(url).get(path)).text))
}

/** Returns whether every process shows a text on a page. */
async function isEverywhere(path: string, text: string): Promise<boolean> {
  return (await pages(path)).every((page) => page.includes(text))
}

beforeAll(async () => {
  shop = await startFragileShop()
  const start = () => shop.startProcess({ CATALOGUE_SECONDS: '1' })
  processes = [await start(), await start()]
})
afterAll(() => shop.stop())

test('a changed price, stock, text, delivery price and line above the header show in every process, though their pages are cached', async () => {
  const seen = () => Promise.all([pages(PAGE), pages('/faq'), pages('/product-listing?search=guest')])
  // Twice, so that the pages come from the cache.
  await seen()
  expect((await seen()).flat().filter((page) => page.includes('Rs. 4,321.00'))).toEqual([])
  await setPrice(4_321)
  await expect.poll(() => isEverywhere(PAGE, 'Rs. 4,321.00'), SOON).toBe(true)
  await expect.poll(() => isEverywhere('/product-listing?search=guest', 'Rs. 4,321.00'), SOON).toBe(true)

  const { data: robe } = await serviceClient().from('products').select('id').eq('slug', 'guest-robe').single()
  await serviceClient()
    .from('product_variants')
    .update({ stock: 2 })
    .eq('product_id', robe?.id ?? '')
  await expect.poll(() => isEverywhere(PAGE, 'Only 2 left'), SOON).toBe(true)

  await serviceClient().from('delivery_countries').update({ fee: 177 }).eq('country', 'Pakistan')
  await serviceClient().from('faq_items').update({ question: 'Is this new?' }).eq('is_active', true)
  await expect.poll(() => isEverywhere('/faq', 'Is this new?'), SOON).toBe(true)
  await expect.poll(() => isEverywhere('/help?tab=delivery', 'Rs. 177.00'), SOON).toBe(true)

  await serviceClient().from('banners').update({ title: 'Eid Mubarak' }).eq('kind', 'announcement')
  await expect.poll(() => isEverywhere(PAGE, 'Eid Mubarak'), SOON).toBe(true)
})

test('while products can’t be read, pages are served as they were, and show the change afterwards', async () => {
  await setPrice(5_432)
  await expect.poll(() => isEverywhere(PAGE, 'Rs. 5,432.00'), SOON).toBe(true)
  shop.proxy.fault = { path: /get_product_with_colors/, kind: 'status', status: 500 }
  const asked = () => shop.proxy.calls.filter(({ path }) => path.includes('get_product_with_colors')).length
  const before = asked()
  await setPrice(6_543)
  // Both processes have learnt of the change once they ask for the product again.
  await expect
    .poll(async () => {
      expect(await isEverywhere(PAGE, 'Rs. 5,432.00')).toBe(true)
      return asked() - before
    }, SOON)
    .toBeGreaterThanOrEqual(2)
  shop.proxy.fault = null
  await expect.poll(() => isEverywhere(PAGE, 'Rs. 6,543.00'), SOON).toBe(true)
})

test('while the version can’t be read, the shop serves its pages and logs that once for each process', async () => {
  const logged = () =>
    processes.map(
      ({ log }) =>
        log()
          .split('\n')
          .filter((line) => line.includes('catalogue version not read')).length,
    )
  const earlier = logged()
  shop.proxy.fault = { path: /catalogue_version/, kind: 'status', status: 500 }
  const asked = () => shop.proxy.calls.filter(({ path }) => path.includes('catalogue_version')).length
  const before = asked()
  await expect.poll(() => asked() - before, SOON).toBeGreaterThanOrEqual(6)
  expect(logged()).toEqual(earlier.map((lines) => lines + 1))
  expect(await isEverywhere(PAGE, 'Rs. 6,543.00')).toBe(true)
  await setPrice(7_654)
  shop.proxy.fault = null
  await expect.poll(() => isEverywhere(PAGE, 'Rs. 7,654.00'), SOON).toBe(true)
})
