import { Empty } from '~/ui/empty'
import { ProductCard } from '~/catalog/product-card'
import type { CardView } from '~/catalog/card-view'

interface ProductRowProps {
  id: string
  title: string
  products: CardView[]
  empty: string
  all: string
}

/** Renders a titled strip of products that scrolls sideways. */
export function ProductRow({ id, title, products, empty, all }: ProductRowProps) {
  return (
    <section className="wrap" id={id} aria-labelledby={`${id}-title`}>
      <div className="section-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <a className="link" href={all}>
          View all<span className="hidden-visually"> {title}</span>
        </a>
      </div>
      {products.length === 0 ? (
        <Empty text={empty} />
      ) : (
        <div className="strip" role="group" aria-label={title} tabIndex={0}>
          {products.map((product) => (
            <ProductCard key={product.slug} product={product} />
          ))}
        </div>
      )}
    </section>
  )
}
