import type { LoaderFunctionArgs } from '@remix-run/node'
import { toRupees } from '~/platform/money'
import { dateInPakistan } from '~/platform/time'
import { requireFresh } from '../access/operator.server'
import { csvFile } from '../csv'
import { isId } from '../desk-page'
import { OUTCOMES } from '~/couriers/settlement-words'
import { exportSettlement } from './settlements.server'

const HEADINGS = [
  'Courier',
  'Row',
  'Number',
  'Order',
  'Delivered',
  'Outcome',
  'To collect',
  'Collected',
  'Difference',
  'Charges',
]

/** Sends the rows of a settlement, or all parcels that aren't paid, as a file for spreadsheets; amounts in rupees. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireFresh(context, request)
  const id = new URL(request.url).searchParams.get('id')
  const lines = await exportSettlement(operator, isId(id) ? id : null)
  const rupees = (paisa: number | null) => (paisa === null ? '' : Number(toRupees(Math.abs(paisa))) * Math.sign(paisa))
  const rows = lines.map(
    ({ courier, line, number, order_number: order, delivered_at: delivered, outcome, ...amounts }) => {
      const { to_collect: owed, collected, charges } = amounts
      const difference = owed === null || collected === null ? null : collected - owed
      return [
        courier ?? '',
        line ?? '',
        number ?? '',
        order ?? '',
        delivered ? dateInPakistan(new Date(delivered)) : '',
        OUTCOMES[outcome],
        ...[owed, collected, difference, charges].map(rupees),
      ]
    },
  )
  const name = isId(id) ? 'settlement' : 'owed-by-couriers'
  return csvFile(`${name}-${dateInPakistan(new Date())}`, [HEADINGS, ...rows])
}
