import { z } from 'zod'
import { translated } from '~/language/translated'
import { parseResponse, type Catalogue } from '~/catalog/catalog.server'
import { braRows, type SizeCharts, type SizeRow } from './size-charts'

const range = z.tuple([z.number(), z.number()]).nullable()

const rowSchema = z
  .object({
    size: z.string(),
    uk: z.string(),
    eu: z.string(),
    us: z.string(),
    underbust: range,
    bust: range,
    waist: range,
    hips: range,
    shoulder: range,
  })
  .transform(({ size, uk, eu, us, ...measures }): SizeRow => {
    const body = Object.fromEntries(Object.entries(measures).filter(([, measured]) => measured !== null))
    return { size, names: { uk, eu, us }, body }
  })

const chartSchema = z
  .object({
    name: z.string(),
    /** It grows with each change. */
    version: z.number(),
    title: z.string(),
    advice: z.string(),
    unit: z.enum(['cm', 'in']),
    rows: z.array(rowSchema),
  })
  .transform((chart) =>
    chart.name === 'bra' ? { ...chart, rows: braRows(chart.rows.map(({ size }) => size)) } : chart,
  )

/** A list of tables, as the database function `get_size_charts` returns it. */
export const sizeChartsSchema = z.array(translated(chartSchema))

export function readSizeCharts({ catalogue, backends }: Catalogue): Promise<SizeCharts> {
  return catalogue.get('size-charts', async () => {
    const charts = parseResponse(sizeChartsSchema, await backends.anonymous.rpc('get_size_charts'))
    return Object.fromEntries(charts.filter(({ rows }) => rows.length > 0).map((chart) => [chart.name, chart]))
  })
}
