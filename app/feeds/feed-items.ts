import { cutText } from '~/platform/text'
import { itemId } from '~/catalog/item-id'
import { productUrl } from '~/catalog/product-choice'
import { leftOf } from '~/catalog/stock'
import { countryCode } from '~/delivery/countries'
import { servedCountries, type DeliveryTerms } from '~/delivery/terms'
import { CURRENCY, toRupees } from '~/platform/money'
import { pictureUrl } from '~/ui/picture'
import type { FeedRow } from './feed-rows.server'

export interface FeedShop {
  origin: string
  brand: string
  delivery: DeliveryTerms
}

/** Longest texts by the specification, in characters. */
const MAX_TITLE = 150
const MAX_DESCRIPTION = 5000
const MAX_BRAND = 70
const MAX_TYPE = 750
const MAX_MORE_PICTURES = 10

/** Characters that XML 1.0 doesn't allow, not even escaped. */
// oxlint-disable-next-line no-control-regex -- those are meant
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff\ud800-\udfff]/gu
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export function xmlText(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')
}

const element = (name: string, content: string) => `<g:${name}>${xmlText(content)}</g:${name}>`
const money = (paisa: number) => `${toRupees(paisa)} ${CURRENCY}`
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The head and the end of the feed, between which its items stand. */
export function feedFrame({ origin, brand }: FeedShop): readonly [head: string, end: string] {
  const channel = [
    `<title>${xmlText(brand)}</title>`,
    `<link>${xmlText(origin)}</link>`,
    `<description>${xmlText(`All products of ${brand}`)}</description>`,
  ]
  const head =
    '<?xml version="1.0" encoding="UTF-8"?><rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>'
  return [`${head}${channel.join('')}\n`, '</channel></rss>\n']
}

/**
 * Returns a product's items, one for each colour and size (SF-02); '' for a product without a picture, which neither company takes.
 */
export function feedItems(row: FeedRow, shop: FeedShop): string {
  const colors = row.colors.length > 0 ? row.colors : [null]
  // Sizes that nobody chooses are one size.
  const sizes = row.sizes.length > 0 ? row.sizes : [null]
  const same = sameOf(row, shop)
  const items = colors.flatMap((color) => {
    const [first, ...others] = picturesOf(row, color?.id, shop.origin)
    if (first === undefined) return []
    const pictures = [
      element('image_link', first),
      ...others.slice(0, MAX_MORE_PICTURES).map((url) => element('additional_image_link', url)),
    ]
    return sizes.map((size) => {
      const choice = { ...(color && { color: color.name }), ...(size && { size: size.label }) }
      const own = [
        element('id', itemId(row.id, color?.id, size?.label)),
        element('title', cutText(oneLine([row.name, color?.name, size?.label].filter(Boolean).join(', ')), MAX_TITLE)),
        element('link', shop.origin + productUrl(row.slug, choice)),
        ...pictures,
        element('availability', size && leftOf(size, color?.name ?? null) === 0 ? 'out of stock' : 'in stock'),
        ...(color ? [element('color', color.name.replace(/[/,]/g, ' '))] : []),
        element('size', size?.label ?? 'One size'),
      ]
      return `<item>${own.join('')}${same}</item>\n`
    })
  })
  return items.join('')
}

function sameOf(row: FeedRow, { brand, delivery }: FeedShop): string {
  const { price, final_price: final } = row
  return [
    element('item_group_id', row.id),
    element('description', cutText(row.description.trim(), MAX_DESCRIPTION).trim() || row.name),
    element('price', money(price)),
    ...(final < price ? [element('sale_price', money(final))] : []),
    element('brand', cutText(brand, MAX_BRAND)),
    element('condition', 'new'),
    element('google_product_category', String(row.google_category)),
    ...(row.path.length > 0 ? [element('product_type', cutText(row.path.map(oneLine).join(' > '), MAX_TYPE))] : []),
    element('gender', row.gender),
    element('age_group', row.age_group),
    // The shop's own goods have neither a GTIN nor a manufacturer's number.
    element('identifier_exists', 'no'),
    ...servedCountries(delivery).map(({ country, fee, freeFrom }) => {
      const cost = freeFrom !== null && final >= freeFrom ? 0 : fee
      return `<g:shipping>${element('country', countryCode(country) ?? '')}${element('service', 'Standard')}${element('price', money(cost))}</g:shipping>`
    }),
  ].join('')
}

/** Returns the URLs of the pictures in a colour; of all if the colour has none, as the product's page shows them. */
function picturesOf({ media }: FeedRow, color: string | undefined, origin: string): string[] {
  const own = media.filter((one) => one.color_id === (color ?? null))
  return (own.length > 0 ? own : media).flatMap(({ url }) => {
    const path = pictureUrl(url, 'shared', 'jpg')
    return path ? [origin + path] : []
  })
}
