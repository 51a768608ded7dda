import { currentLanguage } from '~/language/current'
import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { addressLines } from '~/address/address-lines'
import { methodName } from '~/orders/order'
import { SumRows, sumRows } from '~/sums/sums'
import { formatMoney } from '~/platform/money'
import { formatDate } from '~/platform/time'
import { Flower } from '~/ui/icon'
import type { Invoice } from './invoice.schema'

/** The shop as its contact details have it. */
export interface Sender {
  brand: string
  phone: string | null
  address: string | null
}

export const invoiceNumber = ({ number }: Pick<Invoice, 'number'>) => `INV-${String(number).padStart(6, '0')}`

function titleOf({ credits, sums }: Invoice): string {
  if (credits !== null) return m.invoices_credit_note()
  return sums.tax === null ? m.invoices_invoice() : m.invoices_tax_invoice()
}

/** Why a credit note was issued. */
const REASONS: Partial<Record<string, () => string>> = {
  return: m.invoices_reason_return,
  exchange: m.invoices_reason_exchange,
  refund: m.invoices_reason_refund,
  cancelled: m.invoices_reason_cancelled,
  returned_to_origin: m.invoices_reason_returned_to_origin,
  changed: m.invoices_reason_changed,
}

export function InvoiceSheet({ invoice, sender }: { invoice: Invoice; sender: Sender }) {
  const { seller, sums, lines } = invoice
  return (
    <article className="invoice" aria-label={`${titleOf(invoice)} ${invoiceNumber(invoice)}`}>
      <div className="invoice-heads">
        <Seller seller={seller} sender={sender} />
        <div>
          <h2>{titleOf(invoice)}</h2>
          <p>
            {invoiceNumber(invoice)}
            <br />
            {formatDate(invoice.issued_at)}
          </p>
          <Credited invoice={invoice} />
          <p className="small">
            {m.invoices_order_of({ order: invoice.order_id, date: formatDate(invoice.placed_at) })}
            <br />
            {methodName(invoice.payment_method)}
          </p>
        </div>
        <address dir="auto">
          {addressLines(invoice.billing_address).map((line) => (
            <span key={line} className="invoice-line">
              <bdi>{line}</bdi>
            </span>
          ))}
        </address>
      </div>
      {lines.length > 0 ? <Lines invoice={invoice} /> : null}
      <SumRows rows={rowsOf(invoice)} />
      {sums.tax === null ? null : (
        <p className="small">
          {m.invoices_tax({
            rate: sums.rate ?? '',
            net: formatMoney(sums.total_amount - sums.tax),
            tax: formatMoney(sums.tax),
          })}
        </p>
      )}
    </article>
  )
}

/** Says what a credit note takes back, and why. */
function Credited({ invoice: { credits, credited_at: date, reason } }: { invoice: Invoice }) {
  if (credits === null) return null
  return (
    <p>
      {m.invoices_takes_back({
        number: invoiceNumber({ number: credits }),
        date: date === null ? '' : formatDate(date),
      })}
      {REASONS[reason] ? (
        <>
          <br />
          {REASONS[reason]()}
        </>
      ) : null}
    </p>
  )
}

/** Returns the rows of the sums. The lines have the prices after their discounts. */
function rowsOf({ credits, sums }: Invoice) {
  const rows = sumRows({ ...sums, savings: 0 })
  if (credits === null) return rows
  return rows
    .filter(({ kind, value }) => kind === 'total' || value !== 0)
    .map((row) => (row.kind === 'saving' && row.value > 0 ? { ...row, name: m.invoices_taken_off() } : row))
}

function Lines({ invoice: { lines, names } }: { invoice: Invoice }) {
  const nameOfProduct = (english: string) => (currentLanguage() === 'ur' ? names[english] : undefined) ?? english
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{m.invoices_product()}</th>
          <th scope="col">{m.invoices_pieces()}</th>
          <th scope="col">{m.invoices_sum()}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, name, size, color, quantity, price, sum }) => (
          <tr key={id}>
            <td>
              <bdi>{nameOfProduct(name)}</bdi>
              <span className="small invoice-line">{listed([size, color && nameOf('color', color)])}</span>
            </td>
            <td>
              {quantity} × <span className="unbroken">{formatMoney(price)}</span>
            </td>
            <td>
              <span className="unbroken">{formatMoney(sum)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Seller({ seller, sender }: { seller: Invoice['seller']; sender: Sender }) {
  const lines = [
    sender.address,
    sender.phone,
    seller.ntn && `NTN ${seller.ntn}`,
    seller.strn && `STRN ${seller.strn}`,
  ].filter(Boolean)
  return (
    <div dir="auto">
      <p className="invoice-seller">
        <Flower /> {seller.name ?? sender.brand}
      </p>
      {lines.map((line) => (
        <span key={line} className="small invoice-line">
          <bdi>{line}</bdi>
        </span>
      ))}
    </div>
  )
}
