import { m } from '~/language/messages'
import type { ChartName } from '~/catalog/product-chart'
import { braEquivalents, braMeasures, parseBraSize, type Equivalents } from './bra-size'

/** The body measures, in the order of the tables. */
export const MEASURES = {
  underbust: m.sizes_underbust,
  bust: m.sizes_bust,
  waist: m.sizes_waist,
  hips: m.sizes_hips,
  shoulder: m.sizes_shoulder,
}
export type Measure = keyof typeof MEASURES

/** A size with its body measures in centimetres and its names in other countries. */
export interface SizeRow {
  size: string
  body: Partial<Record<Measure, [number, number]>>
  names: Equivalents
}

export type Unit = 'cm' | 'in'

export interface SizeChart {
  title: string
  /** What its measures are shown in first. */
  unit: Unit
  advice: string
  rows: SizeRow[]
}

/** The tables of the size guide that have sizes, by name and in its order. */
export type SizeCharts = Record<ChartName, SizeChart>

/** Returns the rows of bra sizes, which follow from the size; others are left out. */
export function braRows(sizes: readonly string[]): SizeRow[] {
  return sizes.flatMap((label) => {
    const size = parseBraSize(label)
    return size ? { size: label, names: braEquivalents(size), body: braMeasures(size) } : []
  })
}

/** Returns a chart's rows for these sizes. Bra sizes that the guide doesn't list are computed. */
export function rowsFor(charts: SizeCharts, name: ChartName, sizes: readonly string[]): SizeRow[] {
  if (name === 'bra') return braRows(sizes)
  return (charts[name]?.rows ?? []).filter(({ size }) => sizes.includes(size))
}

/** Returns the letter size of sports bras and bralettes for an underbust in centimetres, or null outside the chart. */
export function letterForUnderbust(charts: SizeCharts, underbust: number): string | null {
  const row = charts['soft-bra']?.rows.find(({ body }) => {
    const [from, to] = body.underbust ?? [0, 0]
    return underbust >= from - 0.5 && underbust < to + 0.5
  })
  return row?.size ?? null
}

const CM_PER_INCH = 2.54

export function toCentimetres(length: number, unit: Unit): number {
  return unit === 'cm' ? length : length * CM_PER_INCH
}

/** Formats a range: '73–77'. */
export function formatCentimetres([from, to]: [number, number]): string {
  return from === to ? `${from}` : `${from}–${to}`
}

/** Formats a range in inches, to half an inch: '28½–30½'. */
export function formatInches([from, to]: [number, number]): string {
  const halves = [from, to].map((length) => Math.round((length / CM_PER_INCH) * 2) / 2)
  const [first, last] = halves.map((length) => `${Math.floor(length) || ''}${length % 1 === 0 ? '' : '½'}`)
  return first === last ? `${first}` : `${first}–${last}`
}
