import type { LoaderFunctionArgs } from '@remix-run/node'
import { dateInPakistan } from '~/platform/time'
import { requireFresh } from '../access/operator.server'
import { csvFile } from '../csv'
import { exportTexts } from './urdu-file.server'

/** Sends the texts of the shop with their Urdu as a file for translators, or those without Urdu. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireFresh(context, request, '/desk/urdu')
  const isMissing = new URL(request.url).searchParams.has('missing')
  return csvFile(`urdu-${dateInPakistan(new Date())}`, await exportTexts(operator, isMissing))
}
