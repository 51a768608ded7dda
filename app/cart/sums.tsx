import { formatMoney } from '~/platform/money'
import type { PricedCart } from './price-cart.server'

/** Subtotal, savings, delivery and total, in the words of the page they stand on. */
export function Sums({
  cart,
  deliveryLabel,
}: {
  cart: Pick<PricedCart, 'subtotal' | 'savings' | 'promo' | 'deliveryFee' | 'total'>
  deliveryLabel: string
}) {
  const promoDiscount = cart.promo && !cart.promo.problem ? cart.promo.discount : 0
  return (
    <dl className="sums">
      <Sum name="Subtotal" value={cart.subtotal} />
      {cart.savings > 0 ? <Sum name="Discount Savings" value={-cart.savings} className="saving" /> : null}
      {promoDiscount > 0 ? <Sum name="Promo discount" value={-promoDiscount} className="saving" /> : null}
      <Sum name={deliveryLabel} value={cart.deliveryFee} />
      <Sum name="Total" value={cart.total} className="total" />
    </dl>
  )
}

function Sum({ name, value, className }: { name: string; value: number; className?: string }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{formatMoney(value)}</dd>
    </div>
  )
}
