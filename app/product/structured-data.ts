import { m } from '~/language/messages'
import { categorySteps } from '~/catalog/category-tree'
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
  return [
    embedJson({
      '@context': 'https://schema.org',
      '@graph': [
        {
          ...productOrGroup(product, origin),
          name: product.name,
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
        ...(color ? { color: color.name } : {}),
        ...offerData(product, origin, color?.name ?? null, size),
        // What differs between the sizes stands together, since the rest of each variant then compresses to a few bytes.
        ...(size ? { size: size.label } : {}),
        sku: variantPath(product, color?.name ?? null, size).replace('/product/', ''),
      })),
    ),
  }
}

function offerData(product: Product, origin: string, color: string | null, size: Variant | null): object {
  const picture = pictureUrl(galleryOf(product, color)[0]?.url ?? '', 'shared', 'jpg')
  return {
    ...(picture ? { image: origin + picture } : {}),
    offers: {
      '@type': 'Offer',
      priceCurrency: CURRENCY,
      price: toRupees(product.final_price),
      shippingDetails: DELIVERY,
      hasMerchantReturnPolicy: RETURNS,
      availability: `https://schema.org/${size && leftOf(size, color) === 0 ? 'OutOfStock' : 'InStock'}`,
      url: origin + variantPath(product, color, size),
    },
  }
}

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
