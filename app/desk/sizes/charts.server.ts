import { CHART_NAMES } from '~/catalog/product-chart'
import { sizeChartsSchema } from '~/sizes/size-charts.server'
import type { Desk } from '../database.server'

/** Returns the tables of the size guide in its order, past the shop's caches. */
export async function listCharts({ db }: Desk) {
  const { data, error } = await db.rpc('get_size_charts')
  if (error) throw new Error(`No size tables: ${error.message}`, { cause: error })
  const charts = sizeChartsSchema.parse(data)
  return CHART_NAMES.flatMap((name) => charts.filter((chart) => chart.name === name))
}
export type DeskChart = Awaited<ReturnType<typeof listCharts>>[number]
