import { invoiceNumber } from '~/invoices/invoice'
import { csvFile } from '../csv'
import { causeWords, figureName, kindWords, REASON_NAMES } from './figures'
import type { exportEntries } from './sales.server'

const HEADINGS = [
  'Number',
  'Time',
  'Order',
  'Account',
  'Kind',
  'Amount',
  'Figure',
  'Cause',
  'About',
  'Who',
  'Courier',
  'Reason',
  'Product',
  'Pieces',
  'Invoice',
  'Credit note',
  'Tax in it',
]

/** Returns all entries of a month as a file for the accountant's spreadsheet; amounts in rupees, times in Pakistan. */
export function entriesFile(month: string, entries: Awaited<ReturnType<typeof exportEntries>>): Response {
  const rows = entries.map((entry) => [
    entry.number,
    entry.time,
    entry.order_number ?? '',
    entry.account === 'order' ? 'Order' : 'Courier',
    kindWords(entry.kind),
    entry.amount,
    entry.figure === null ? '' : figureName(entry.figure),
    causeWords(entry.cause),
    entry.about,
    entry.made_by ?? '',
    entry.courier ?? '',
    REASON_NAMES[entry.reason ?? ''] ?? entry.reason ?? '',
    entry.product ?? '',
    entry.pieces ?? '',
    ...[entry.invoice, entry.credit_note].map((number) => (number === null ? '' : invoiceNumber({ number }))),
    entry.tax ?? '',
  ])
  return csvFile(`entries-${month}`, [HEADINGS, ...rows])
}
