import type { ReactNode } from 'react'
import { Heart } from '~/catalog/heart'
import { productUrl, type Choice } from '~/catalog/product-choice'
import type { SheetName } from '~/styles/sheets'
import { ChosenProduct } from './chosen-product.area'
import { CompleteSet } from './complete-set'
import type { readShownProduct } from './product-page.server'
import { ProductFacts } from './product-facts'
import { ProductTabs } from './product-tabs'
import { toChoiceView, type ProductView } from './product-view'
import { m } from '~/language/messages'
import type { CardView } from '~/catalog/card-view'
import { categorySteps } from '~/catalog/category-tree'
import { ProductCard } from '~/catalog/product-card'
import { isGone } from '~/catalog/stock'
import { soldOutChoices } from '~/restock/alert-choice'
import { StockAlertForm } from '~/restock/stock-alert-form'
import { Breadcrumb } from '~/ui/breadcrumb'
import { Empty } from '~/ui/empty'

export function productStyles(query: URLSearchParams, hasSet: boolean): SheetName[] {
  const tab = query.get('tab')
  return [
    'choices',
    'product',
    ...(hasSet ? (['sets'] as const) : []),
    ...(query.has('write') ? (['forms'] as const) : []),
    ...(tab === 'ratingReviews' ? (['reviews'] as const) : tab === 'SizeGuide' ? (['sizeTab'] as const) : []),
  ]
}

interface ShownProductProps {
  page: Awaited<ReturnType<typeof readShownProduct>>['page']
  /** Whether a review is being written, whose form comes in the first round trip instead of the facts and similar products. */
  isWriting?: boolean
  /** The tab of the reviews. */
  children: ReactNode
}

/** Renders a product with its pictures, choices, tabs and similar products. In a preview, forms that would save something do nothing. */
export function ShownProduct({ page, isWriting = false, children }: ShownProductProps) {
  const { product, choice, carried } = page
  const { slug, name, preview } = product
  const isPreview = preview !== undefined
  return (
    <>
      <Steps product={product} ancestors={page.ancestors} />
      <div className="product-frame" id={slug}>
        <ChosenProduct
          product={toChoiceView(product)}
          choice={choice}
          carried={carried}
          pictures={page.pictures}
          video={page.video}
          picture={page.picture}
          assurance={page.assurance}
          arrival={page.arrival}
          toFree={page.toFree}
          missing={page.missing}
          hasBuyNow={page.hasBuyNow || undefined}
        />
        <Still isStill={isPreview}>
          <SoldOutSizes product={product} choice={choice} />
          <Heart slug={slug} name={name} from={productUrl(slug, carried)} choiceForm="buy" />
        </Still>
        {isWriting ? null : <ProductFacts product={product} fit={page.fit} />}
      </div>
      <Still isStill={isPreview}>
        <CompleteSet product={product} choice={choice} mates={page.mates} />
      </Still>
      <ProductTabs product={product} sizing={page.sizing} tab={page.tab} carried={carried}>
        <Still isStill={isPreview}>{children}</Still>
      </ProductTabs>
      {isWriting ? null : <Similar cards={page.similar} />}
    </>
  )
}

/** Renders content that can be seen, but neither pressed nor filled in. */
function Still({ isStill, children }: { isStill: boolean; children: ReactNode }) {
  // React 18 has no type for this attribute.
  return isStill ? <div {...{ inert: '' }}>{children}</div> : children
}

function Steps({ product: { name, category }, ancestors }: { product: ProductView; ancestors: string[] }) {
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
function SoldOutSizes({ product, choice: { color, size } }: { product: ProductView; choice: Choice }) {
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

function Similar({ cards }: { cards: CardView[] }) {
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
