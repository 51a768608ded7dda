import { m } from '~/language/messages'
import { nameOf } from '~/language/names'

/** The stock of a size in pieces, null if it isn't counted; with that of each colour, by its name, if it is counted by colour. */
export interface Stock {
  stock: number | null
  by_color?: Record<string, number | null> | null
}

/** Returns what is left of a size in a colour, null if it isn't counted. */
export function leftOf({ stock, by_color: byColor }: Stock, color: string | null): number | null {
  const own = byColor?.[color ?? '']
  return own === undefined ? stock : own
}

/** Returns whether a size is sold out in every colour. */
export function isGone({ stock, by_color: byColor }: Stock): boolean {
  return byColor ? Object.values(byColor).every((left) => left === 0) : stock === 0
}

/** Returns whether a product has sizes, but none to sell in a colour. */
export function isGoneIn(sizes: readonly Stock[], color: string | null): boolean {
  return sizes.length > 0 && sizes.every((size) => leftOf(size, color) === 0)
}

/** Returns the note on a size's stock in a colour, or null (PD-42 to PD-45). */
export function stockNote(size: Stock, color: string | null): string | null {
  const left = leftOf(size, color)
  if (left === null || left > 3) return null
  if (left > 0) return m.catalog_only_left({ count: left })
  return isGone(size) ? m.catalog_sold_out() : m.catalog_sold_out_in({ what: nameOf('color', color ?? '') })
}

/** A size to choose beside a colour, which may change too: it is disabled only if no colour of it is left. */
export interface SizeOption {
  label: string
  isGone: boolean
  /** What stands behind the label: '', or that it is sold out. */
  note: string
}

export function sizeOption(size: Stock & { label: string }, color: string | null): SizeOption {
  const isSoldOut = leftOf(size, color) === 0
  const note = isGone(size)
    ? m.catalog_option_sold_out()
    : m.catalog_option_sold_out_in({ color: nameOf('color', color ?? '') })
  return { label: size.label, isGone: isGone(size), note: isSoldOut ? note : '' }
}
