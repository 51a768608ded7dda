import type { ChartName } from '~/catalog/product-chart'

/** The size tables by the names that operators see. */
export const CHART_TITLES: Record<ChartName, string> = {
  bra: 'Bras',
  'soft-bra': 'Sports bras and bralettes',
  camisole: 'Camisoles',
  nightwear: 'Nightgowns, pyjamas and robes',
  panties: 'Panties',
}
