import { m } from '~/language/messages'
import { data, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { normalizeOrderId } from '~/orders/order'
import { PrintButton } from '~/orders/print-button'
import { Breadcrumb } from '~/ui/breadcrumb'
import { Empty } from '~/ui/empty'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { InvoiceSheet, invoiceNumber } from './invoice'
import { findOwnInvoices, readSender } from './invoices.server'

export const handle: PageHandle = { styles: ['cart', 'profile', 'invoice'], withoutNewsletter: true }

export const meta = () => pageMeta(m.invoices_invoice(), { hidden: true })

/** The invoice of the visitor's own order (OR-41), with what it replaced. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const orderId = normalizeOrderId(params.id ?? '')
  const invoices = orderId && (await findOwnInvoices(context, request, orderId))
  if (!invoices) return data(null, { status: 404 })
  return data({ invoices: invoices.toReversed(), sender: await readSender(context) })
}

export default function InvoicePage() {
  const found = useLoaderData<typeof loader>()
  if (!found)
    return (
      <div className="wrap section">
        <Empty text={m.invoices_none()}>
          <a className="button" href="/profile/active-orders">
            {m.orders_back_to()}
          </a>
        </Empty>
      </div>
    )
  const { invoices, sender } = found
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: m.invoices_invoice() }]} />
      <h1 className="page-title">{invoices[0] ? invoiceNumber(invoices[0]) : null}</h1>
      <p className="print-hint">
        {m.invoices_as_pdf()} <PrintButton label={m.orders_print_invoice()} />
      </p>
      {invoices.map((invoice) => (
        <InvoiceSheet key={invoice.number} invoice={invoice} sender={sender} />
      ))}
    </div>
  )
}
