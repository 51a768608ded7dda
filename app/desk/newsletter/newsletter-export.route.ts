import type { LoaderFunctionArgs } from '@remix-run/node'
import { dateInPakistan } from '~/platform/time'
import { subscriptionUrls } from '~/newsletter/subscription-link.server'
import { momentWords } from '../dates'
import { requireFresh } from '../access/operator.server'
import { csvFile } from '../csv'
import { exportSubscribers } from './subscribers.server'

/** Sends every address that gets the newsletter, with when and where its owner asked for it, as a file for spreadsheets.
 * Each has the link that ends it, for the letters' `List-Unsubscribe` (RFC 8058). */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireFresh(context, request, '/desk/newsletter')
  const rows = (await exportSubscribers(operator)).map(({ id, email, created_at: at, source }) => [
    email,
    momentWords(at),
    source,
    subscriptionUrls(context.settings, id).oneClick,
  ])
  return csvFile(`newsletter-${dateInPakistan(new Date())}`, [['E-mail', 'Subscribed', 'Where', 'Ends it'], ...rows])
}
