import type { LoaderFunctionArgs } from '@remix-run/node'
import { dateInPakistan } from '~/platform/time'
import { requireFresh } from '../access/operator.server'
import { csvFile } from '../csv'
import { LISTS, rowName, type List } from './figures'
import { parsePeriod } from './period'
import { readSales } from './sales.server'

/** Sends all rows of a list of sales as a file for spreadsheets; amounts in rupees. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url)
  const operator = await requireFresh(context, request, `/desk/sales${search}`)
  const by = searchParams.get('by') ?? ''
  if (!Object.hasOwn(LISTS, by)) throw new Response('Not found', { status: 404 })
  const list = by as List
  const period = parsePeriod(searchParams, dateInPakistan(new Date()))
  const { rows } = await readSales(operator, period, list, null)
  const lines = rows.map(({ key, name, pieces, sold, refunded, returned_to_origin: returned }) => [
    rowName(list, key, name),
    pieces,
    ...[sold, refunded, returned, sold + refunded + returned].map((paisa) => paisa / 100),
  ])
  const headings = [LISTS[list][1], 'Pieces', 'Sold', 'Refunded', 'Returned to origin', 'Net']
  return csvFile(`sales-by-${by}-${period.from}-${period.until}`, [headings, ...lines])
}
