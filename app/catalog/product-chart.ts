/**
 * The name of a size chart, a row of `size_charts`. A category has one in `product_categories.size_chart`. The shop knows two by name: those
 * of `bra`, whose measures follow from the size, and `soft-bra`, which has letters for them.
 */
export type ChartName = string

/** The part of a product that the size charts need. */
export interface SizedProduct {
  size_chart: ChartName | null
  variants: readonly { label: string; cup_size: string | null; stock: number | null }[]
}

/** Returns a product's size chart: its category's, else bras if it has cup sizes, else null. */
export function chartOf({ size_chart: chart, variants }: SizedProduct): ChartName | null {
  return chart ?? (variants.some((variant) => variant.cup_size !== null) ? 'bra' : null)
}

/** Returns whether the shopper has to choose the size, since a wrong default does harm (decision 70). */
export function isChosenByShopper(product: SizedProduct): boolean {
  const chart = chartOf(product)
  return chart === 'bra' || chart === 'soft-bra'
}
