import type { LoaderFunctionArgs } from '@remix-run/node'
import { dateInPakistan } from '~/platform/time'
import { requireFresh } from '../access/operator.server'
import { csvFile } from '../csv'
import { exportProducts } from './export.server'

/** Sends all products as a file for spreadsheets, which an import reads. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireFresh(context, request)
  return csvFile(`products-${dateInPakistan(new Date())}`, await exportProducts(operator))
}
