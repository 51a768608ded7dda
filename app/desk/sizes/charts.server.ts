import { CHART_NAMES, type ChartName } from '~/catalog/product-chart'
import type { Result } from '~/platform/result'
import { sizeChartsSchema } from '~/sizes/size-charts.server'
import { change, type Desk } from '../database.server'
import type { ChartRow } from './chart-fields'
import type { ChartForm } from './chart.schema'

/** Returns the tables of the size guide in its order, past the shop's caches. */
export async function listCharts({ db }: Desk) {
  const { data, error } = await db.rpc('get_size_charts')
  if (error) throw new Error(`No size tables: ${error.message}`, { cause: error })
  const charts = sizeChartsSchema.parse(data)
  return CHART_NAMES.flatMap((name) => charts.filter((chart) => chart.name === name))
}
export type DeskChart = Awaited<ReturnType<typeof listCharts>>[number]

/** Saves a table. Refuses in words for the operator. */
export function saveChart(
  { db }: Desk,
  name: ChartName,
  { version, title, advice }: ChartForm,
  rows: ChartRow[],
): Promise<Result<null, string>> {
  return change(db, 'desk_save_size_chart', {
    p_name: name,
    p_version: version,
    p_chart: { title, advice, rows },
  })
}
