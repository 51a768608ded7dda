import type { LoaderFunctionArgs } from '@remix-run/node'
import { dateInPakistan, formatDateTime } from '~/platform/time'
import { requireFresh } from '../access/operator.server'
import { csvFile } from '../csv'
import { exportSubscribers } from './subscribers.server'

/** Sends every address that gets the newsletter, with when and where its owner asked for it, as a file for spreadsheets. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireFresh(context, request)
  const rows = (await exportSubscribers(operator)).map(({ email, created_at: at, source }) => [
    email,
    formatDateTime(at),
    source,
  ])
  return csvFile(`newsletter-${dateInPakistan(new Date())}`, [['E-mail', 'Subscribed', 'Where'], ...rows])
}
