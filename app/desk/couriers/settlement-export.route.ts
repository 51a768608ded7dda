import type { LoaderFunctionArgs } from '@remix-run/node'
import { dateInPakistan } from '~/platform/time'
import { requireFresh } from '../access/operator.server'
import { csvFile } from '../csv'
import { isId } from '../desk-page'
import { DEDUCTION_NAMES, DEDUCTIONS, OUTCOMES } from '~/couriers/settlement-words'
import { inRupees } from './withheld'
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
  ...DEDUCTION_NAMES.map((name) => DEDUCTIONS[name].label),
  'Net',
  'Rounding',
  'Written off',
  'Settled',
  'Left',
]

/** Sends the rows of a settlement, or all parcels that aren't paid, as a file for spreadsheets; amounts in rupees. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const id = new URL(request.url).searchParams.get('id')
  const from = isId(id) ? `/desk/couriers/settlements/${id}` : '/desk/couriers/settlements'
  const operator = await requireFresh(context, request, from)
  const lines = await exportSettlement(operator, isId(id) ? id : null)
  const rows = lines.map(
    ({ courier, line, number, order_number: order, delivered_at: delivered, outcome, ...amounts }) => {
      const { to_collect: owed, collected, net, rounding, written_off: writtenOff, settled, rest } = amounts
      const kept = DEDUCTION_NAMES.map((kind) => amounts[kind])
      return [
        courier ?? '',
        line ?? '',
        number ?? '',
        order ?? '',
        delivered ? dateInPakistan(new Date(delivered)) : '',
        OUTCOMES[outcome],
        ...[owed, collected, ...kept, net, rounding, writtenOff, settled, rest].map(inRupees),
      ]
    },
  )
  const name = isId(id) ? 'settlement' : 'owed-by-couriers'
  return csvFile(`${name}-${dateInPakistan(new Date())}`, [HEADINGS, ...rows])
}
