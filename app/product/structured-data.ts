import { m } from '~/language/messages'
import { categorySteps } from '~/catalog/category-tree'
import { itemId } from '~/catalog/item-id'
import type { Settings } from '~/platform/env.server'
import { embedJson } from '~/platform/text'
import { CURRENCY, toRupees } from '~/platform/money'
import { pictureUrl } from '~/ui/picture'
import { type DeliveryTerms, servedCountries } from '~/delivery/terms'
import { galleryOf, productUrl } from '~/catalog/product-choice'
import type { Product, Variant } from '~/catalog/product.schema'
import { leftOf } from '~/catalog/stock'
import { countryCode, HOME_COUNTRY } from '~/delivery/countries'

type ShopFacts = Pick<Settings, 'PUBLIC_URL' | 'BRAND_NAME' | 'RETURN_DAYS'>

interface Review {
  rating: number
  review_text: string
  created_at: string
  profile: { full_name: string }
}

/** The rating is of all reviews; one shows that they are real. */
const MAX_REVIEWS = 1

/**
 * Returns the structured data (schema.org) of a product and its breadcrumb: of all colours and sizes, or of the `item` in one colour and size
 * that the address names, as the product feed lists it. Ratings come from real reviews only (LS-52).
 */
export function productData(
  product: Product,
  item: Item | null,
  shop: ShopFacts,
  reviews: readonly Review[],
  ancestors: readonly string[],
  delivery: DeliveryTerms | null,
): string[] {
  const { PUBLIC_URL: origin, BRAND_NAME: brand } = shop
  const { average_rating: average, review_count: count } = product.ratings
  return [
    embedJson({
      '@context': 'https://schema.org',
      '@graph': [
        {
          name: product.name,
          ...(item
            ? { ...itemData(product, origin, item), inProductGroupWithID: product.id }
            : productOrGroup(product, origin)),
          description: product.description,
          brand: { '@type': 'Brand', name: brand },
          ...(product.attributes.length > 0
            ? {
                additionalProperty: product.attributes.map(({ name, values }) => ({
                  '@type': 'PropertyValue',
                  name,
                  value: values.join(', '),
                })),
              }
            : {}),
          ...(average !== null && count > 0
            ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: count } }
            : {}),
          ...(reviews.length > 0 ? { review: reviews.slice(0, MAX_REVIEWS).map((review) => reviewData(review)) } : {}),
        },
        ...(delivery ? deliveryData(delivery) : []),
        returnsData(shop),
        breadcrumbData(product, origin, ancestors),
      ],
    }),
  ]
}

function breadcrumbData({ name, slug, category }: Product, origin: string, ancestors: readonly string[]): object {
  const categories = category ? categorySteps([...ancestors, category.name]) : []
  const steps = [
    { name: m.product_home(), to: '/' },
    { name: m.product_shop(), to: '/product-listing' },
    ...categories,
    { name, to: productUrl(slug) },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name: step, to }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: step,
      item: origin + to,
    })),
  }
}

type Color = Product['colors'][number]

/** A product in a colour and a size; null for a product without them. */
interface Item {
  color: Color | null
  size: Variant | null
}

/** Returns the items of a product, as the product feed lists them. */
function itemsOf({ colors, variants }: Product): Item[] {
  const sizes = variants.length > 0 ? variants : [null]
  return (colors.length > 0 ? colors : [null]).flatMap((color) => sizes.map((size) => ({ color, size })))
}

/** Returns the item whose address these parameters make; undefined for any other address. */
export function namedItem(product: Product, parameters: URLSearchParams): Item | undefined {
  const sorted = [...parameters].sort(([a], [b]) => (a < b ? -1 : 1))
  const address = productUrl(product.slug, Object.fromEntries(sorted))
  return itemsOf(product).find((item) => itemPath(product, item) === address)
}

/** Returns a Product, or a ProductGroup with a variant for each colour and size. */
function productOrGroup(product: Product, origin: string): object {
  const [only, ...others] = itemsOf(product)
  if (only && others.length === 0 && !only.color && !only.size) return itemData(product, origin, only)
  return {
    '@type': 'ProductGroup',
    productGroupID: product.id,
    variesBy: [
      ...(product.colors.length > 0 ? ['https://schema.org/color'] : []),
      ...(product.variants.length > 0 ? ['https://schema.org/size'] : []),
    ],
    hasVariant: itemsOf(product).map((item) => itemData(product, origin, item)),
  }
}

function itemData(product: Product, origin: string, item: Item): object {
  const { color, size } = item
  const picture = pictureUrl(galleryOf(product, color?.name ?? null)[0]?.url ?? '', 'shared', 'jpg')
  const isSoldOut = size && leftOf(size, color?.name ?? null) === 0
  return {
    '@type': 'Product',
    name: color ? `${product.name}, ${color.name}` : product.name,
    ...(color ? { color: color.name } : {}),
    ...(picture ? { image: origin + picture } : {}),
    offers: {
      '@type': 'Offer',
      priceCurrency: CURRENCY,
      price: toRupees(product.final_price),
      shippingDetails: DELIVERY,
      hasMerchantReturnPolicy: RETURNS,
      availability: `https://schema.org/${isSoldOut ? 'OutOfStock' : 'InStock'}`,
      url: origin + itemPath(product, item),
    },
    // What differs between the sizes stands together, since the rest of each item then compresses to a few bytes.
    ...(size ? { size: size.label } : {}),
    sku: itemId(product.id, color?.id, size?.label),
  }
}

function itemPath({ slug }: Product, { color, size }: Item): string {
  return productUrl(slug, { ...(color && { color: color.name }), ...(size && { size: size.label }) })
}

function reviewData({ rating, review_text: text, created_at: at, profile }: Review): object {
  return {
    '@type': 'Review',
    reviewRating: { '@type': 'Rating', ratingValue: rating },
    author: { '@type': 'Person', name: profile.full_name },
    datePublished: at.slice(0, 10),
    reviewBody: text,
  }
}

/** Offers refer to delivery and returns by these IDs, so that each is written once. */
const DELIVERY = { '@id': '#delivery' }
const RETURNS = { '@id': '#returns' }

/** Returns the delivery price of each served country; offers refer to the first. */
function deliveryData(terms: DeliveryTerms): object[] {
  return servedCountries(terms).map(({ country, fee }, index) => ({
    '@type': 'OfferShippingDetails',
    ...(index === 0 ? DELIVERY : { '@id': `${DELIVERY['@id']}-${countryCode(country)}` }),
    shippingRate: { '@type': 'MonetaryAmount', value: toRupees(fee), currency: CURRENCY },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: countryCode(country) },
  }))
}

/** Returns a link to the shop's terms, with the number of days for returns if RETURN_DAYS is set. */
function returnsData({ PUBLIC_URL: origin, RETURN_DAYS: days }: Pick<Settings, 'PUBLIC_URL' | 'RETURN_DAYS'>): object {
  return {
    '@type': 'MerchantReturnPolicy',
    ...RETURNS,
    merchantReturnLink: `${origin}/help/returns`,
    ...(days
      ? {
          applicableCountry: countryCode(HOME_COUNTRY),
          returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
          merchantReturnDays: days,
        }
      : {}),
  }
}
