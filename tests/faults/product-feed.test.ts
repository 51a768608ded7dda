import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFragileShop, type FragileShop, type ShopProcess } from '../support/fragile-shop.ts'
import { parseXml, valuesOf } from '../support/merchant-specification.ts'
import { dom, words } from '../support/page-dom.ts'
import { Visitor } from '../support/visitor.ts'

// The product feed, the pages that it leads to and their structured data, in a shop that nobody else changes meanwhile.

let shop: FragileShop
let process: ShopProcess
beforeAll(async () => {
  shop = await startFragileShop()
  process = await shop.startProcess()
})
afterAll(() => shop.stop())

/** What a company learns of an item. */
interface Item {
  id: string
  group: string
  url: string
  /** Rupees, as '1500.00'. */
  price: string
  availability: string
}

async function feedItems(): Promise<Item[]> {
  const response = await new Visitor(process.url).request('/feeds/products.xml')
  const [channel] = parseXml(await response.text()).children
  return (channel?.children ?? [])
    .filter(({ name }) => name === 'item')
    .map((element) => {
      const values = valuesOf(element)
      const first = (name: string) => values[`g:${name}`]?.[0] ?? ''
      const price = (first('sale_price') || first('price')).replace(' PKR', '')
      return {
        id: first('id'),
        group: first('item_group_id'),
        url: first('link'),
        price,
        availability: first('availability'),
      }
    })
}

interface Structured {
  '@type': string
  productGroupID?: string
  inProductGroupWithID?: string
  hasVariant?: Structured[]
  sku: string
  offers: { url: string; price: string; availability: string }
}

/** Returns a page with its structured product or group of products. */
async function productPage(url: string) {
  const page = await new Visitor(process.url).get(url.replace(new URL(url, process.url).origin, ''))
  const root = dom(page)
  const graph: Structured[] = root
    .querySelectorAll('script[type="application/ld+json"]')
    .flatMap((script) => JSON.parse(script.textContent)['@graph'] ?? [])
  return { root, product: graph.find((one) => /^Product(Group)?$/.test(one['@type'])) }
}

/** Returns an item as structured data has it. */
const itemOf = ({ sku, offers }: Structured, group: string | undefined): Item => ({
  id: sku,
  group: group ?? '',
  url: offers.url,
  price: Number(offers.price).toFixed(2),
  availability: offers.availability.endsWith('/InStock') ? 'in stock' : 'out of stock',
})

test('feed and structured data of the page agree on ID, address, price and availability of every item (SF-01)', async () => {
  const items = await feedItems()
  expect(items.length).toBeGreaterThan(1_000)
  for (const [group, listed] of Map.groupBy(items, (item) => item.group)) {
    const { product } = await productPage(new URL(listed[0]?.url ?? '').pathname)
    const told = product?.hasVariant?.map((variant) => itemOf(variant, product.productGroupID)) ?? []
    expect([group, told]).toEqual([group, listed])
  }
})

test('an item’s address has the structured data of that item, and its page shows the same price and availability (SF-01)', async () => {
  const items = await feedItems()
  // Of each product one item of each availability.
  const tried = Map.groupBy(items, ({ group, availability }) => group + availability)
  expect(new Set(items.map(({ availability }) => availability)).size).toBe(2)
  for (const [item] of tried.values()) {
    if (!item) throw new Error('No item.')
    const { root, product } = await productPage(item.url)
    expect(product && itemOf(product, product.inProductGroupWithID)).toEqual(item)
    const rupees = `Rs. ${Number(item.price).toLocaleString('en-US', { minimumFractionDigits: 2 })}`
    expect(words(root.querySelector('main'))).toContain(rupees)
    const size = new URL(item.url).searchParams.get('size')
    const choice = root.querySelectorAll('input[name=size]').find((input) => input.getAttribute('value') === size)
    expect([item.url, choice?.hasAttribute('disabled')]).toEqual([item.url, item.availability === 'out of stock'])
  }
})

test('any other address of a product has no structured data, so that no item is told twice', async () => {
  const [item] = await feedItems()
  for (const more of ['&tab=ratingReviews', '&picture=2']) {
    expect((await productPage(`${item?.url}${more}`)).product).toBeUndefined()
  }
})
