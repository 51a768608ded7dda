import { ProductCard } from '~/catalog/product-card'
import type { CardView } from '~/catalog/card-view'

interface ViewedProductsProps {
  /** Null if the visitor hasn't consented. */
  products: CardView[] | null
  /** The page to return to. */
  from: string
}

/** Renders the viewed products, or the button to consent. */
export function ViewedProducts({ products, from }: ViewedProductsProps) {
  const form = (intent: string, label: string) => (
    <form method="post" action="/recently-viewed">
      <input type="hidden" name="from" value={from} />
      <button className="link" name="intent" value={intent}>
        {label}
      </button>
    </form>
  )
  if (products === null) return form('remember', 'Remember what I look at on this device')
  return (
    <>
      <div className="section-head">
        <h2>Recently viewed</h2>
        {form('forget', 'Forget these')}
      </div>
      {products.length === 0 ? <p className="muted">What you look at from now on shows here.</p> : null}
      <div className="product-grid">
        {products.map((product) => (
          <ProductCard key={product.slug} product={product} />
        ))}
      </div>
    </>
  )
}
