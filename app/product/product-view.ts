import type { Product } from '~/catalog/product.schema'

/** A product as its page shows it, without data that only the server needs. */
export type ProductView = Pick<
  Product,
  'id' | 'name' | 'slug' | 'price' | 'discount' | 'description' | 'ratings' | 'features'
> & {
  category: string | null
  colors: { name: string; value: string }[]
  variants: Omit<Product['variants'][number], 'id'>[]
}

/** Returns the part of a product that its page shows. */
export function toProductView(product: Product): ProductView {
  const { id, name, slug, price, discount, description, ratings, features } = product
  return {
    id,
    name,
    slug,
    price,
    discount,
    description,
    ratings,
    features,
    category: product.category?.name ?? null,
    colors: product.colors.map(({ name: color, value }) => ({ name: color, value })),
    variants: product.variants.map(({ id: _, ...variant }) => variant),
  }
}
