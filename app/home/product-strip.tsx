import type { CardView } from '~/catalog/card-view'
import { ProductCard } from '~/catalog/product-card'

/** Renders products beside each other; the strip scrolls sideways, also by keyboard. */
export function ProductStrip({ label, products }: { label: string; products: CardView[] }) {
  return (
    <div className="strip" role="group" aria-label={label} tabIndex={0}>
      {products.map((product) => (
        <ProductCard key={product.slug} product={product} phoneSizes="55vw" />
      ))}
    </div>
  )
}
