import type { CardView } from './card-view'
import { ProductCard } from './product-card'

/** Shows what sells best below an empty cart, wishlist or list of orders. */
export function BestSellers({ products }: { products: CardView[] }) {
  if (products.length === 0) return null
  return (
    <section className="section" aria-labelledby="best-sellers">
      <div className="section-head">
        <h2 id="best-sellers">Top Sellings</h2>
        <a className="link" href="/product-listing?list=top">
          View all<span className="hidden-visually"> Top Sellings</span>
        </a>
      </div>
      <div className="product-grid">
        {products.map((product) => (
          <ProductCard key={product.slug} product={product} />
        ))}
      </div>
    </section>
  )
}
