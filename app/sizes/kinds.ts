/** The kinds of garment that are measured alike; a category names its own (`product_categories.size_chart`). */
export const CHART_NAMES = ['bra', 'soft-bra', 'camisole', 'nightwear', 'panties'] as const
export type ChartName = (typeof CHART_NAMES)[number]

/** A product as far as its sizes are concerned. */
export interface SizedProduct {
  size_chart: ChartName | null
  variants: readonly { label: string; cup_size: string | null; stock: number | null }[]
}

/** The chart of a product: its category's, else that of bras for what has cups; null when nobody has said. */
export function chartOf({ size_chart: chart, variants }: SizedProduct): ChartName | null {
  return chart ?? (variants.some((variant) => variant.cup_size !== null) ? 'bra' : null)
}

/** Whether a wrong size would do harm, so that none is chosen for the shopper (decision 70). */
export function isChosenByShopper(product: SizedProduct): boolean {
  const chart = chartOf(product)
  return chart === 'bra' || chart === 'soft-bra'
}
