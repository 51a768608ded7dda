import { m } from '~/language/messages'
import { ProductCard } from '~/catalog/product-card'
import type { CardView } from '~/catalog/card-view'

interface ViewedProductsProps {
  /** Null if the visitor hasn't consented. */
  products: CardView[] | null
  /** The page to return to. */
  from: string
}

export function ViewedProducts({ products, from }: ViewedProductsProps) {
  const form = (intent: string, label: string) => (
    <form method="post" action="/recently-viewed">
      <input type="hidden" name="from" value={from} />
      <button className="link" name="intent" value={intent}>
        {label}
      </button>
    </form>
  )
  if (products === null) return form('remember', m.viewed_remember())
  return (
    <>
      <div className="section-head">
        <h2>{m.viewed_recently_viewed()}</h2>
        {form('forget', m.viewed_forget())}
      </div>
      {products.length === 0 ? <p className="muted">{m.viewed_from_now_on()}</p> : null}
      <div className="product-grid">
        {products.map((product) => (
          <ProductCard key={product.slug} product={product} />
        ))}
      </div>
    </>
  )
}
