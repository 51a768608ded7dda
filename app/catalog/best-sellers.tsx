import { m } from '~/language/messages'
import type { CardView } from './card-view'
import { ProductCard } from './product-card'

/** Shows what sells best below an empty cart, wishlist or list of orders. */
export function BestSellers({ products }: { products: CardView[] }) {
  if (products.length === 0) return null
  return (
    <section className="section" aria-labelledby="best-sellers">
      <div className="section-head">
        <h2 id="best-sellers">{m.catalog_top_sellings()}</h2>
        <a className="link" href="/product-listing?list=top">
          {m.catalog_view_all()} <span className="hidden-visually">{m.catalog_top_sellings()}</span>
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
