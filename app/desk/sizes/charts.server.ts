import { sizeChartsSchema } from '~/sizes/size-charts.server'
import type { Desk } from '../desk.server'

/** Returns the tables of the size guide in its order, past the shop's caches, also those that have no sizes yet. */
export async function listCharts({ db }: Desk) {
  const { data, error } = await db.rpc('get_size_charts')
  if (error) throw new Error(`No size tables: ${error.message}`, { cause: error })
  return sizeChartsSchema.parse(data)
}
export type DeskChart = Awaited<ReturnType<typeof listCharts>>[number]
