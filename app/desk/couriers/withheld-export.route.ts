import type { LoaderFunctionArgs } from '@remix-run/node'
import { dateInPakistan } from '~/platform/time'
import { requireFresh } from '../access/operator.server'
import { csvFile } from '../csv'
import { exportWithheld } from './settlements.server'
import { inRupees, taxYear } from './withheld'

const HEADINGS = ['Courier', 'Tax year', 'Parcels', 'Income tax withheld', 'Sales tax withheld']

/** Sends what couriers withheld in each tax year as a file for spreadsheets; amounts in rupees. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireFresh(context, request, '/desk/couriers/settlements')
  const rows = (await exportWithheld(operator)).map(
    ({ courier, year, parcels, income_tax: income, sales_tax: sales }) => [
      courier,
      taxYear(year),
      parcels,
      inRupees(income),
      inRupees(sales),
    ],
  )
  return csvFile(`taxes-withheld-${dateInPakistan(new Date())}`, [HEADINGS, ...rows])
}
