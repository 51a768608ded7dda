import type { LoaderFunctionArgs } from '@remix-run/node'
import { requireFresh } from '../access/operator.server'
import { entriesFile } from './entries-file'
import { parseMonth } from './period'
import { exportEntries } from './sales.server'

/** Sends the accountant's file of a month. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireFresh(context, request, '/desk/sales')
  const month = parseMonth(new URL(request.url).searchParams)
  if (month === null) throw new Response('Not found', { status: 404 })
  return entriesFile(month, await exportEntries(operator, month))
}
