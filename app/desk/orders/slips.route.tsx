import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { methodName } from '~/orders/order'
import { SumList } from '~/sums/sums'
import { formatMoney } from '~/platform/money'
import { dateWords } from '../dates'
import { Picture } from '~/ui/picture'
import { deskPage } from '../desk-page'
import { Barcode } from './barcode'
import { Address } from './order-panels'
import { Article, PrintPage, Sender } from './print-page'
import { readPrintable, type Printable } from './printable.server'

export const { handle, meta } = deskPage('Packing slips')

export const loader = (given: LoaderFunctionArgs) => readPrintable(given)

export default function Slips() {
  const { printed, sender } = useLoaderData<typeof loader>()
  return (
    <PrintPage title="Packing slips" count={printed.length}>
      {printed.map((one) => (
        <Slip key={one.number} printed={one} brand={sender.brand} />
      ))}
    </PrintPage>
  )
}

function Slip({ printed: { number, order, exchange, items }, brand }: { printed: Printable; brand: string }) {
  return (
    <article className="slip">
      <div className="slip-head">
        <Sender brand={brand} />
        <h2>
          <Barcode name="order" number={number} />
        </h2>
      </div>
      <p>
        {exchange
          ? `${dateWords(exchange.created_at)}, exchange`
          : `${dateWords(order.created_at)}, ${methodName(order.payment_method)}`}
      </p>
      <Address order={order} />
      {order.notes ? <p dir="auto">Note: {order.notes}</p> : null}
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col">
              <span className="hidden-visually">Packed</span>
            </th>
            <th scope="col">Pieces</th>
            <th scope="col">
              <span className="hidden-visually">Picture</span>
            </th>
            <th scope="col">Product</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td aria-label="To tick">☐</td>
              <td>{item.quantity}</td>
              <td>
                <Picture source={item.picture} alt="" widths={[160]} sizes="56px" />
              </td>
              <td>
                <Article item={item} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {exchange ? <p>To collect: {formatMoney(exchange.due_amount)}</p> : <SumList sums={order} />}
    </article>
  )
}
