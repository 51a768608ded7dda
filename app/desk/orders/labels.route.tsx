import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { amountToCollect } from '~/orders/order'
import { formatMoney } from '~/platform/money'
import { counted } from '~/platform/text'
import { deskPage } from '../desk-page'
import { Barcode } from './barcode'
import { Address } from './order-panels'
import type { DeskOrder } from './orders.server'
import { PrintPage, Sender } from './print-page'
import { readPrintable, type Printable } from './printable.server'

export const { handle, meta } = deskPage('Labels')

export const loader = (given: LoaderFunctionArgs) => readPrintable(given)

export default function Labels() {
  const { printed, sender } = useLoaderData<typeof loader>()
  return (
    <PrintPage title="Labels" count={printed.length}>
      {printed.map((one) => (
        <Label key={one.number} printed={one} sender={sender} />
      ))}
    </PrintPage>
  )
}

interface LabelProps {
  printed: Printable
  sender: { brand: string; phone: string | null; address: string | null }
}

/** One label of 4 by 6 inches: for whom, from whom, and what the courier collects. */
function Label({ printed: { number, order, exchange, items }, sender }: LabelProps) {
  const pieces = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const tracking = exchange ? exchange.parcel?.tracking_number : order.tracking_number
  return (
    <article className="courier-label">
      <Sender brand={sender.brand} />
      <h2>
        <Barcode name="order" number={number} />
      </h2>
      <Address order={order} className="label-to" />
      {order.notes ? <p dir="auto">{order.notes}</p> : null}
      <p className="label-sum">{exchange ? toCollectOfExchange(exchange.due_amount) : toCollect(order)}</p>
      <p>{counted(pieces, 'piece')}</p>
      {tracking ? <Barcode name="parcel" number={tracking} /> : null}
      <p className="small">
        From {sender.brand}
        {sender.address ? (
          <>
            , <bdi>{sender.address}</bdi>
          </>
        ) : null}
        {sender.phone ? (
          <>
            ,{' '}
            <bdi className="unbroken" dir="ltr">
              {sender.phone}
            </bdi>
          </>
        ) : null}
      </p>
    </article>
  )
}

const toCollectOfExchange = (due: number) =>
  due > 0 ? `Exchange. Collect ${formatMoney(due)}` : 'Exchange. Collect nothing.'

function toCollect(order: DeskOrder): string {
  const amount = amountToCollect(order)
  if (order.payment_method === 'cod' || amount > 0) return `Collect ${formatMoney(amount)}`
  return order.payment_status ? 'Paid. Collect nothing.' : 'Not paid. Do not send.'
}
