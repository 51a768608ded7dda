import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { methodName } from '~/orders/order'
import { SumList } from '~/sums/sums'
import { formatDate } from '~/platform/time'
import { deskPage } from '../desk-page'
import { Address } from './order-panels'
import type { DeskOrder } from './orders.server'
import { PrintPage } from './print-page'
import { readPrintable } from './printable.server'

export const { handle, meta } = deskPage('Packing slips')

export const loader = (given: LoaderFunctionArgs) => readPrintable(given)

export default function Slips() {
  const { orders, sender } = useLoaderData<typeof loader>()
  return (
    <PrintPage title="Packing slips" count={orders.length}>
      {orders.map((order) => (
        <Slip key={order.order_id} order={order} brand={sender.brand} />
      ))}
    </PrintPage>
  )
}

function Slip({ order, brand }: { order: DeskOrder; brand: string }) {
  return (
    <article className="slip">
      <h2>
        {brand}, <span className="unbroken">{order.order_id}</span>
      </h2>
      <p>
        {formatDate(order.created_at)}, {methodName(order.payment_method)}
      </p>
      <Address order={order} />
      {order.notes ? <p dir="auto">Note: {order.notes}</p> : null}
      <table className="desk-table">
        <thead>
          <tr>
            <th scope="col">Packed</th>
            <th scope="col">Pieces</th>
            <th scope="col">Product</th>
            <th scope="col">Size and colour</th>
          </tr>
        </thead>
        <tbody>
          {order.items.map((item) => (
            <tr key={item.id}>
              <td aria-label="To tick">☐</td>
              <td>{item.quantity}</td>
              <td dir="auto">{item.product_name}</td>
              <td>{[item.selected_size, item.selected_color].filter(Boolean).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SumList sums={order} />
    </article>
  )
}
