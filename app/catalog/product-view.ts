import type { Product } from './product.schema'

/** A product as its page shows it, without what only the server needs (pictures come chosen by colour). */
export type ProductView = Pick<
  Product,
  'id' | 'name' | 'slug' | 'price' | 'discount' | 'description' | 'ratings' | 'features'
> & {
  category: string | null
  colors: { name: string; value: string }[]
  variants: Omit<Product['variants'][number], 'id'>[]
}

/** What the product page needs of a product. */
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
