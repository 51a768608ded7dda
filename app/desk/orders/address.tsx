import { addressLines } from '~/address/address-lines'
import type { DeskOrder } from './order-rows'

/** Where an order goes. */
export function Address({ order, className }: { order: DeskOrder; className?: string }) {
  return (
    <address dir="auto" className={className}>
      {addressLines(order.shipping_address).map((line) => (
        <span key={line} className="desk-line">
          <bdi>{line}</bdi>
        </span>
      ))}
    </address>
  )
}
