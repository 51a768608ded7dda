import { categorySteps } from './category-tree'
import type { Settings } from '~/platform/env.server'
import { embedJson } from '~/platform/hydration/embed-json'
import { toRupees } from '~/platform/money'
import { pictureUrl } from '~/ui/picture'
import { servedCountries, type DeliveryTerms } from '~/delivery/terms'
import { priceOf } from './price'
import { galleryOf, productUrl } from './product-choice'
import type { Product, Variant } from './product.schema'

type ShopFacts = Pick<Settings, 'PUBLIC_URL' | 'BRAND_NAME' | 'RETURN_DAYS'>

/** A review in the structured data. */
interface Review {
  rating: number
  review_text: string
  created_at: string
  profile: { full_name: string }
}

const CURRENCY = 'PKR'
/** The rating is of all reviews; one shows that they are real. */
const MAX_REVIEWS = 1
/** Offers refer to delivery and returns by these IDs, so that each is written once. */
const DELIVERY = { '@id': '#delivery' }
const RETURNS = { '@id': '#returns' }

/** Returns the structured data (schema.org) of a product and its breadcrumb. Ratings come from real reviews only (LS-52). */
export function productData(
  product: Product,
  shop: ShopFacts,
  reviews: readonly Review[],
  ancestors: readonly string[],
  delivery: DeliveryTerms | null,
): string[] {
  const { PUBLIC_URL: origin, BRAND_NAME: brand } = shop
  const { average_rating: average, review_count: count } = product.ratings
  const { category } = product
  const steps = [
    { name: 'Home', item: `${origin}/` },
    { name: 'Shop', item: `${origin}/product-listing` },
    ...(category
      ? categorySteps([...ancestors, category.name]).map(({ name, to }) => ({ name, item: origin + to }))
      : []),
    { name: product.name, item: origin + productUrl(product.slug) },
  ]
  return [
    embedJson({
      '@context': 'https://schema.org',
      '@graph': [
        {
          ...productOrGroup(product, origin),
          name: product.name,
          description: product.description,
          brand: { '@type': 'Brand', name: brand },
          ...(average !== null && count > 0
            ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: count } }
            : {}),
          ...(reviews.length > 0 ? { review: reviews.slice(0, MAX_REVIEWS).map((review) => reviewData(review)) } : {}),
        },
        ...(delivery ? deliveryData(delivery) : []),
        returnsData(shop),
        {
          '@type': 'BreadcrumbList',
          itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
        },
      ],
    }),
  ]
}

/** Returns a Product, or a ProductGroup with a variant for each colour and size. */
function productOrGroup(product: Product, origin: string): object {
  const colors = product.colors.length > 0 ? product.colors : [null]
  const sizes = product.variants.length > 0 ? product.variants : [null]
  if (product.colors.length === 0 && product.variants.length === 0) {
    return { '@type': 'Product', ...offerData(product, origin, null, null), sku: product.slug }
  }
  return {
    '@type': 'ProductGroup',
    productGroupID: product.slug,
    variesBy: [
      ...(product.colors.length > 0 ? ['https://schema.org/color'] : []),
      ...(product.variants.length > 0 ? ['https://schema.org/size'] : []),
    ],
    hasVariant: colors.flatMap((color) =>
      sizes.map((size) => ({
        '@type': 'Product',
        name: color ? `${product.name}, ${color.name}` : product.name,
        ...offerData(product, origin, color?.name ?? null, size),
        // What differs between the sizes stands together, since the rest of each variant then compresses to a few bytes.
        ...(color ? { color: color.name } : {}),
        ...(size ? { size: size.label } : {}),
        sku: variantPath(product, color?.name ?? null, size).replace('/product/', ''),
      })),
    ),
  }
}

/** Returns the picture and the offer of a product in a colour and size. */
function offerData(product: Product, origin: string, color: string | null, size: Variant | null): object {
  const picture = pictureUrl(galleryOf(product, color)[0]?.url ?? '', 'shared', 'jpg')
  return {
    ...(picture ? { image: origin + picture } : {}),
    offers: {
      '@type': 'Offer',
      priceCurrency: CURRENCY,
      price: toRupees(priceOf(product.price, product.discount).final),
      shippingDetails: DELIVERY,
      hasMerchantReturnPolicy: RETURNS,
      availability: `https://schema.org/${size?.stock === 0 ? 'OutOfStock' : 'InStock'}`,
      url: origin + variantPath(product, color, size),
    },
  }
}

/** Returns the path of a product with a colour and a size chosen. */
function variantPath({ slug }: Product, color: string | null, size: Variant | null): string {
  return productUrl(slug, { ...(color === null ? {} : { color }), ...(size === null ? {} : { size: size.label }) })
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

const CODES: Record<string, string> = { Pakistan: 'PK', USA: 'US', UK: 'GB' }

/** Returns the delivery price of each served country; offers refer to the first. */
function deliveryData(terms: DeliveryTerms): object[] {
  return servedCountries(terms).map(({ country, fee }, index) => ({
    '@type': 'OfferShippingDetails',
    ...(index === 0 ? DELIVERY : { '@id': `${DELIVERY['@id']}-${CODES[country]}` }),
    shippingRate: { '@type': 'MonetaryAmount', value: toRupees(fee), currency: CURRENCY },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: CODES[country] },
  }))
}

/** Returns a link to the shop's terms, with the number of days for returns if RETURN_DAYS is set. */
function returnsData({ PUBLIC_URL: origin, RETURN_DAYS: days }: ShopFacts): object {
  return {
    '@type': 'MerchantReturnPolicy',
    ...RETURNS,
    merchantReturnLink: `${origin}/help/terms-conditions`,
    ...(days
      ? {
          applicableCountry: 'PK',
          returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
          merchantReturnDays: days,
        }
      : {}),
  }
}

/** Returns the structured data of the shop, for the home page. */
export function shopData({
  BRAND_NAME: name,
  PUBLIC_URL: origin,
  SUPPORT_EMAIL: email,
  SUPPORT_PHONE: telephone,
}: Pick<Settings, 'BRAND_NAME' | 'PUBLIC_URL' | 'SUPPORT_EMAIL' | 'SUPPORT_PHONE'>): string {
  return embedJson({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: `${origin}/`,
    logo: `${origin}/logo.png`,
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer service', email, telephone },
  })
}
