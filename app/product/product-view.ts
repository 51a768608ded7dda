import { productUrl } from '~/catalog/product-choice'
import type { Product } from '~/catalog/product.schema'

/** A product as its page shows it, without data that only the server needs. */
export type ProductView = Pick<
  Product,
  'id' | 'name' | 'slug' | 'price' | 'discount' | 'description' | 'ratings' | 'attributes' | 'features'
> & {
  category: string | null
  colors: { name: string; value: string }[]
  variants: Omit<Product['variants'][number], 'id'>[]
  /** The path of the page, if it is a preview at the desk: a page on which nothing can be bought or saved. */
  preview?: string
}

/** Returns the URL of the page that shows a product. */
export function pageUrl(
  { slug, preview }: Pick<ProductView, 'slug' | 'preview'>,
  parameters: Record<string, string> = {},
): string {
  const url = productUrl(slug, parameters)
  return preview === undefined ? url : preview + url.slice(productUrl(slug).length)
}

/** The part of a product that is chosen from, and that browsers get a second time as data. */
export type ChoiceView = Omit<ProductView, 'attributes' | 'features' | 'variants'> & {
  variants: Pick<ProductView['variants'][number], 'label' | 'stock'>[]
}

/** Returns the part of a product that is chosen from. */
export function toChoiceView({ attributes: _, features: __, variants, ...product }: ProductView): ChoiceView {
  return { ...product, variants: variants.map(({ label, stock }) => ({ label, stock })) }
}

/** Returns the part of a product that its page shows. */
export function toProductView(product: Product): ProductView {
  const { id, name, slug, price, discount, description, ratings, attributes, features } = product
  return {
    id,
    name,
    slug,
    price,
    discount,
    description,
    ratings,
    attributes,
    features,
    category: product.category?.name ?? null,
    colors: product.colors.map(({ name: color, value }) => ({ name: color, value })),
    variants: product.variants.map(({ id: _, ...variant }) => variant),
  }
}
