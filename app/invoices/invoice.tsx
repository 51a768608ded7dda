import { addressLines } from '~/address/address-lines'
import { methodName } from '~/orders/order'
import { Sums } from '~/orders/sums'
import { formatMoney } from '~/platform/money'
import { formatDate } from '~/platform/time'
import type { Invoice } from './invoice.schema'

/** The shop as its contact details have it. */
export interface Sender {
  brand: string
  phone: string | null
  address: string | null
}

export const invoiceNumber = ({ number }: Pick<Invoice, 'number'>) => `INV-${String(number).padStart(6, '0')}`

/** An invoice as one A4 sheet. */
export function InvoiceSheet({ invoice, sender }: { invoice: Invoice; sender: Sender }) {
  const { seller, sums, lines } = invoice
  return (
    <article className="invoice" aria-label={`Invoice ${invoiceNumber(invoice)}`}>
      <div className="invoice-heads">
        <Seller seller={seller} sender={sender} />
        <div>
          <h2>{invoice.credits !== null ? 'Credit note' : sums.tax === null ? 'Invoice' : 'Sales tax invoice'}</h2>
          <p>
            {invoiceNumber(invoice)}
            <br />
            {formatDate(invoice.issued_at)}
            {invoice.credits === null ? null : (
              <>
                <br />
                It takes back {invoiceNumber({ number: invoice.credits })}
              </>
            )}
          </p>
          <p className="small">
            Order {invoice.order_id} of {formatDate(invoice.placed_at)}
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
      <Lines lines={lines} />
      <Sums
        costs={{
          subtotal: sums.subtotal,
          savings: 0,
          promoDiscount: sums.promo_discount,
          discount: sums.discount,
          deliveryFee: sums.delivery_fee,
          total: sums.total,
        }}
      />
      {sums.tax === null ? null : (
        <p className="small">
          The total has {sums.rate}% sales tax in it: {formatMoney(sums.total - sums.tax)} without, and{' '}
          {formatMoney(sums.tax)} tax.
        </p>
      )}
    </article>
  )
}

function Lines({ lines }: Pick<Invoice, 'lines'>) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Product</th>
          <th scope="col">Pieces</th>
          <th scope="col">Sum</th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ id, name, size, color, quantity, price, sum }) => (
          <tr key={id}>
            <td>
              <bdi>{name}</bdi>
              <span className="small invoice-line">{[size, color].filter(Boolean).join(', ')}</span>
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
      <p className="invoice-seller">{seller.name ?? sender.brand}</p>
      {lines.map((line) => (
        <span key={line} className="small invoice-line">
          <bdi>{line}</bdi>
        </span>
      ))}
    </div>
  )
}
