import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { InvoiceSheet } from '~/invoices/invoice'
import { invoiceSchema } from '~/invoices/invoice.schema'
import { readSender } from '~/invoices/invoices.server'
import { read } from '../desk.server'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE, deskPage } from '../desk-page'
import { parseMarks } from './order-query'
import { PrintPage } from './print-page'

export const { handle, meta } = deskPage('Invoices', { styles: [...DESK_PAGE.styles, 'invoice'] })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { db } = await requireOperator(context, request)
  const numbers = parseMarks(new URL(request.url).searchParams.getAll('order')).map(({ orderId }) => orderId)
  const invoices = await read(db, 'desk_invoices', { numbers }, z.array(invoiceSchema))
  return { invoices, sender: await readSender(context) }
}

export default function Invoices() {
  const { invoices, sender } = useLoaderData<typeof loader>()
  return (
    <PrintPage title="Invoices" count={invoices.length}>
      {invoices.map((invoice) => (
        <InvoiceSheet key={invoice.number} invoice={invoice} sender={sender} />
      ))}
    </PrintPage>
  )
}
