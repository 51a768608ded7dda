import type { ChartName } from '~/catalog/product-chart'
import { braEquivalents, braMeasures, parseBraSize, type Equivalents } from './bra-size'

/** The body measures, in the order of the tables. */
export const MEASURES = { underbust: 'Underbust', bust: 'Bust', waist: 'Waist', hips: 'Hips' }
export type Measure = keyof typeof MEASURES

/** A size with its body measures in centimetres and its names in other countries. */
export interface SizeRow {
  size: string
  body: Partial<Record<Measure, [number, number]>>
  names: Equivalents
}

/** A table of the size guide. */
export interface SizeChart {
  title: string
  /** How to choose a row. */
  advice: string
  rows: SizeRow[]
}

/** Body measures of the letter sizes, in centimetres. The waists match the waist sizes of panties, 26 to 34 inches. */
const BODIES: Record<string, Record<Measure, [number, number]>> = {
  S: { underbust: [68, 72], bust: [81, 86], waist: [64, 68], hips: [88, 93] },
  M: { underbust: [73, 77], bust: [87, 91], waist: [69, 73], hips: [94, 98] },
  L: { underbust: [78, 82], bust: [92, 96], waist: [74, 78], hips: [99, 103] },
  XL: { underbust: [83, 87], bust: [97, 102], waist: [79, 84], hips: [104, 109] },
  XXL: { underbust: [88, 92], bust: [103, 109], waist: [85, 90], hips: [110, 116] },
}
const NAMES: Record<string, Equivalents> = {
  S: { uk: '8', eu: '36', us: '4' },
  M: { uk: '10', eu: '38', us: '6' },
  L: { uk: '12', eu: '40', us: '8' },
  XL: { uk: '14', eu: '42', us: '10' },
  XXL: { uk: '16', eu: '44', us: '12' },
}

function letters(sizes: readonly string[], measures: readonly Measure[]): SizeRow[] {
  return sizes.flatMap((size) => {
    const [body, names] = [BODIES[size], NAMES[size]]
    if (!body || !names) return []
    return { size, names, body: Object.fromEntries(measures.map((measure) => [measure, body[measure]])) }
  })
}

function bras(sizes: readonly string[]): SizeRow[] {
  return sizes.flatMap((label) => {
    const size = parseBraSize(label)
    return size ? { size: label, names: braEquivalents(size), body: braMeasures(size) } : []
  })
}

const UP_TO_XL = ['S', 'M', 'L', 'XL']

/** The size guide, by kind of garment. */
export const CHARTS: Record<ChartName, SizeChart> = {
  bra: {
    title: 'Bras',
    advice: 'The number is the band, the letter the cup. The bust is that of a body in the middle of the band.',
    rows: bras(['32B', '34B', '34C', '36B', '36C', '38C', '38D']),
  },
  'soft-bra': {
    title: 'Sports bras and bralettes',
    advice: 'Go by your underbust if your two measurements lie in different rows.',
    rows: letters(UP_TO_XL, ['underbust', 'bust']),
  },
  camisole: {
    title: 'Camisoles',
    advice: 'Go by your bust.',
    rows: letters(UP_TO_XL, ['bust', 'waist']),
  },
  nightwear: {
    title: 'Nightgowns, pyjamas and robes',
    advice: 'Go by your bust for gowns and robes, and by your hips for pyjamas.',
    rows: letters([...UP_TO_XL, 'XXL'], ['bust', 'waist', 'hips']),
  },
  panties: {
    title: 'Panties',
    advice: 'Go by your hips, and by your waist for high-waist panties.',
    rows: letters(UP_TO_XL, ['waist', 'hips']),
  },
}

/** Returns the chart's rows for these sizes. Bra sizes that the guide doesn't list are computed. */
export function rowsFor(chart: ChartName, sizes: readonly string[]): SizeRow[] {
  if (chart === 'bra') return bras(sizes)
  return CHARTS[chart].rows.filter(({ size }) => sizes.includes(size))
}

/** Returns the letter size of sports bras and bralettes for an underbust in centimetres, or null outside the chart. */
export function letterForUnderbust(underbust: number): string | null {
  const row = CHARTS['soft-bra'].rows.find(({ body }) => {
    const [from, to] = body.underbust ?? [0, 0]
    return underbust >= from - 0.5 && underbust < to + 0.5
  })
  return row?.size ?? null
}

const CM_PER_INCH = 2.54

/** Converts a length to centimetres. */
export function toCentimetres(length: number, unit: 'cm' | 'in'): number {
  return unit === 'cm' ? length : length * CM_PER_INCH
}

/** Formats a range: '73–77'. */
export function formatCentimetres([from, to]: [number, number]): string {
  return `${from}–${to}`
}

/** Formats a range in inches, to half an inch: '28½–30½'. */
export function formatInches([from, to]: [number, number]): string {
  const halves = [from, to].map((length) => Math.round((length / CM_PER_INCH) * 2) / 2)
  const [first, last] = halves.map((length) => `${Math.floor(length) || ''}${length % 1 === 0 ? '' : '½'}`)
  return first === last ? `${first}` : `${first}–${last}`
}
