import type { LoaderFunctionArgs } from '@remix-run/node'
import { dateInPakistan } from '~/platform/time'
import { requireFresh } from '../access/operator.server'
import { csvFile } from '../csv'
import { parsePeriod } from './period'
import { fileRows, LISTS, salesTable, type ListName } from './sales-table'
import { readSales } from './sales.server'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireFresh(context, request)
  const { searchParams } = new URL(request.url)
  const by = searchParams.get('by') ?? ''
  if (!Object.hasOwn(LISTS, by)) throw new Response('Not found', { status: 404 })
  const period = parsePeriod(searchParams, dateInPakistan(new Date()))
  const table = salesTable(by as ListName, await readSales(operator, period))
  return csvFile(`sales-by-${by}-${period.from}-${period.until}`, fileRows(table))
}
