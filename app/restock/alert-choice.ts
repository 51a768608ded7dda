import { nameOf } from '~/language/names'
import { m } from '~/language/messages'
import { productUrl } from '~/catalog/product-choice'
import type { Product } from '~/catalog/product.schema'

/** What an alert can wait for: a size, or a size in one colour if it is counted by colour. */
export interface AlertChoice {
  /** As forms send it: 'M' or 'M in Black'. */
  name: string
  size: string
  /** '' for a size that isn't counted by colour. */
  color: string
  /** Pieces, null if they aren't counted. */
  left: number | null
}

type Stocked = {
  colors: { name: string }[]
  variants: Pick<Product['variants'][number], 'label' | 'stock' | 'by_color'>[]
}

/** Returns what a product's alerts can wait for, sold out or not. */
export function alertChoices({ colors, variants }: Stocked): AlertChoice[] {
  return variants.flatMap(({ label, stock, by_color: byColor }) =>
    byColor ? colors.map(({ name }) => nameChoice(label, name, byColor[name] ?? null)) : [nameChoice(label, '', stock)],
  )
}

export function soldOutChoices(product: Stocked): AlertChoice[] {
  return alertChoices(product).filter(({ left }) => left === 0)
}

function alertName(size: string, color: string | null): string {
  return color ? `${size} in ${color}` : size
}

export function alertLabel(size: string, color: string | null): string {
  return color ? m.restock_size_in_color({ size, color: nameOf('color', color) }) : size
}

/** Returns the URL of the product's page with what an alert waits for. */
export function alertUrl({ slug, size, color }: { slug: string; size: string; color: string | null }): string {
  return productUrl(slug, { ...(color && { color }), size })
}

function nameChoice(size: string, color: string, left: number | null): AlertChoice {
  return { name: alertName(size, color), size, color, left }
}
