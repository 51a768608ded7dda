import { m } from '~/language/messages'
import type { CardView } from '~/catalog/card-view'
import { categorySteps } from '~/catalog/category-tree'
import type { Choice } from '~/catalog/product-choice'
import { ProductCard } from '~/catalog/product-card'
import { isGone } from '~/catalog/stock'
import { soldOutChoices } from '~/restock/alert-choice'
import { StockAlertForm } from '~/restock/stock-alert-form'
import { Breadcrumb } from '~/ui/breadcrumb'
import { Empty } from '~/ui/empty'
import type { ProductView } from './product-view'

/** Renders the breadcrumb, through the product's categories. */
export function Steps({ product: { name, category }, ancestors }: { product: ProductView; ancestors: string[] }) {
  const categories = category
    ? categorySteps([...ancestors, category])
    : [{ name: m.product_products(), to: '/product-listing' }]
  return (
    <Breadcrumb
      steps={[
        { name: m.product_home(), to: '/' },
        { name: m.product_shop(), to: '/product-listing' },
        ...categories,
        { name },
      ]}
    />
  )
}

/** Renders the form of stock alerts if a size is sold out, or a size in a colour. */
export function SoldOutSizes({ product, choice: { color, size } }: { product: ProductView; choice: Choice }) {
  const soldOut = soldOutChoices(product)
  if (soldOut.length === 0) return null
  return (
    <section className="sold-out" id="back-in-stock" aria-labelledby="back-in-stock-title">
      <h2 id="back-in-stock-title">
        {product.variants.every(isGone) ? m.catalog_sold_out() : m.product_sold_out_in_your_size()}
      </h2>
      <p className="muted">{m.product_we_mail_you()}</p>
      <StockAlertForm slug={product.slug} sizes={soldOut} choice={[`${size} in ${color}`, size]} email={null} />
    </section>
  )
}

/** Renders cards of similar products. */
export function Similar({ cards }: { cards: CardView[] }) {
  return (
    <section aria-labelledby="similar-title">
      <div className="section-head">
        <h2 className="sentence" id="similar-title">
          {m.product_you_might_also_like()}
        </h2>
      </div>
      {cards.length === 0 ? <Empty text={m.product_no_similar_products_found()} /> : null}
      <div className="product-grid">
        {cards.map((card) => (
          <ProductCard key={card.slug} product={card} />
        ))}
      </div>
    </section>
  )
}
