import { productUrl } from '~/catalog/product-choice'
import type { Product } from '~/catalog/product.schema'
import type { Ratio } from '~/ui/ratio'

/** What the part that is chosen from shows as it is stored. */
const OF_CHOICE = ['id', 'name', 'slug', 'price', 'final_price', 'discount', 'description', 'ratings'] as const
/** What the rest of the page shows as it is stored. */
const OF_PAGE = ['attributes', 'features'] as const

/** A product as its page shows it, without data that only the server needs. */
export type ProductView = Pick<Product, (typeof OF_CHOICE)[number] | (typeof OF_PAGE)[number]> & {
  category: string | null
  /** If it isn't that of the shop. */
  picture_ratio?: Ratio
  colors: { name: string; value: string }[]
  variants: Omit<Product['variants'][number], 'id'>[]
  /** The path of the page, if it is a preview at the desk: a page on which nothing can be bought or saved. */
  preview?: string
}

export function pageUrl(
  { slug, preview }: Pick<ProductView, 'slug' | 'preview'>,
  parameters: Record<string, string> = {},
): string {
  const url = productUrl(slug, parameters)
  return preview === undefined ? url : preview + url.slice(productUrl(slug).length)
}

/** The part of a product that is chosen from, and that browsers get a second time as data. */
export type ChoiceView = Omit<ProductView, (typeof OF_PAGE)[number] | 'category' | 'variants'> & {
  variants: Pick<ProductView['variants'][number], 'label' | 'stock' | 'by_color'>[]
}

export function toChoiceView(product: ProductView): ChoiceView {
  const { colors, picture_ratio: ratio, preview, variants } = product
  return {
    ...pick(product, OF_CHOICE),
    ...(ratio && { picture_ratio: ratio }),
    colors,
    preview,
    variants: variants.map(({ label, stock, by_color }) => ({ label, stock, ...(by_color && { by_color }) })),
  }
}

export function toProductView(product: Product): ProductView {
  return {
    ...pick(product, [...OF_CHOICE, ...OF_PAGE]),
    category: product.category?.name ?? null,
    picture_ratio: product.picture_ratio ?? undefined,
    colors: product.colors.map(({ name, value }) => ({ name, value })),
    variants: product.variants.map(({ id: _, ...variant }) => variant),
  }
}

function pick<Whole, Key extends keyof Whole>(whole: Whole, keys: readonly Key[]): Pick<Whole, Key> {
  return Object.fromEntries(keys.map((key) => [key, whole[key]])) as Pick<Whole, Key>
}
