/** The size tables of a new shop by their titles, as the record of changes calls them. */
export const CHART_TITLES: Partial<Record<string, string>> = {
  bra: 'Bras',
  'soft-bra': 'Sports bras and bralettes',
  camisole: 'Camisoles',
  nightwear: 'Nightgowns, pyjamas and robes',
  panties: 'Panties',
}
