import { m } from '~/language/messages'
import { Empty } from '~/ui/empty'
import type { CardView } from '~/catalog/card-view'
import { ProductStrip } from './product-strip'

interface ProductRowProps {
  id: string
  title: string
  products: CardView[]
  empty: string
  all: string
}

/** Renders a titled strip of products with a link to all of them. */
export function ProductRow({ id, title, products, empty, all }: ProductRowProps) {
  return (
    <section className="wrap" id={id} aria-labelledby={`${id}-title`}>
      <div className="section-head">
        <h2 id={`${id}-title`}>{title}</h2>
        <a className="link" href={all}>
          {m.home_view_all()}
          <span className="hidden-visually"> {title}</span>
        </a>
      </div>
      {products.length === 0 ? <Empty text={empty} /> : <ProductStrip label={title} products={products} />}
    </section>
  )
}
