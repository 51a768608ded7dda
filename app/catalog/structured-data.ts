import { embedJson } from '~/platform/hydration/embed-json'
import { toRupees } from '~/platform/money'
import { priceOf } from './price'
import type { Product } from './product.schema'

/** What search engines read of a product: Product and BreadcrumbList. Ratings only from real reviews (decision 16). */
export function productData(product: Product, origin: string): string[] {
  const url = `${origin}/product/${product.slug}`
  const { average_rating: average, review_count: count } = product.ratings
  const inStock = product.variants.length === 0 || product.variants.some(({ stock }) => stock === null || stock > 0)
  const picture = product.media[0]?.url
  const step = (position: number, name: string, item: string) => ({ '@type': 'ListItem', position, name, item })
  return [
    embedJson({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.name,
      description: product.description,
      ...(picture?.startsWith('/') ? { image: origin + picture } : {}),
      offers: {
        '@type': 'Offer',
        url,
        priceCurrency: 'PKR',
        price: toRupees(priceOf(product.price, product.discount).final),
        availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
      },
      ...(average !== null && count > 0
        ? { aggregateRating: { '@type': 'AggregateRating', ratingValue: average, reviewCount: count } }
        : {}),
    }),
    embedJson({
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        step(1, 'Home', `${origin}/`),
        step(2, 'Shop', `${origin}/product-listing`),
        step(3, product.name, url),
      ],
    }),
  ]
}

/** What search engines read of the shop itself, on its home page. */
export function shopData(name: string, origin: string): string {
  return embedJson({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: `${origin}/`,
    logo: `${origin}/favicon.svg`,
  })
}
