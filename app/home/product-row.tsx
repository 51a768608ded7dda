import { m } from '~/language/messages'
import { Empty } from '~/ui/empty'
import type { CardView } from '~/catalog/card-view'
import { ProductCard } from '~/catalog/product-card'
import { Fragment } from 'react'
import { nameOf } from '~/language/names'
import { RowText } from '~/ui/free-text'
import { SAME_PAGE } from '~/ui/try-again'

interface ProductRowProps {
  id: string
  title: string
  /** Null if they couldn't be loaded. */
  products: CardView[] | null
  empty: string
  all: string
}

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
      {products?.length ? (
        <ProductStrip label={title} products={products} />
      ) : (
        <Empty text={products ? empty : m.home_not_shown()}>{products ? null : <Again />}</Empty>
      )}
    </section>
  )
}

/** Renders products beside each other; the strip scrolls sideways, also by keyboard. */
function ProductStrip({ label, products }: { label: string; products: CardView[] }) {
  return (
    <div className="strip" role="group" aria-label={label} tabIndex={0}>
      {products.map((product) => (
        <ProductCard key={product.slug} product={product} phoneSizes="55vw" />
      ))}
    </div>
  )
}

const Again = () => (
  <a className="link" {...SAME_PAGE}>
    {m.ui_try_again()}
  </a>
)

interface CategoryTabsProps {
  /** Null if they couldn't be loaded. */
  tabs: string[] | null
  tab: string | null
  /** Null if they couldn't be loaded. */
  products: CardView[] | null
}

const emptyTab = (tab: string | null) =>
  tab ? m.home_no_category_products({ category: nameOf('category', tab) }) : m.home_no_products()

export function CategoryTabs({ tabs, tab, products }: CategoryTabsProps) {
  const none = tabs?.length === 0 ? <p className="muted">{m.home_no_categories_found()}</p> : null
  return (
    <section className="tint" id="categories" aria-labelledby="categories-title">
      <div className="wrap">
        <div className="section-head">
          <h2 id="categories-title">{m.home_categories()}</h2>
        </div>
        <nav className="tabs" aria-label={m.home_categories()}>
          <a href="/?tab=all#categories" aria-current={tab === null ? 'true' : undefined}>
            {m.home_all_products()}
          </a>{' '}
          {tabs?.map((name) => (
            <Fragment key={name}>
              <a href={`/?tab=${encodeURIComponent(name)}#categories`} aria-current={tab === name ? 'true' : undefined}>
                <RowText text={nameOf('category', name)} />
              </a>{' '}
            </Fragment>
          ))}
        </nav>
        {products?.length ? (
          <>
            {none}
            <ProductStrip label={tab === null ? m.home_all_products() : nameOf('category', tab)} products={products} />
          </>
        ) : (
          <Empty text={products ? emptyTab(tab) : m.home_not_shown()}>{products ? none : <Again />}</Empty>
        )}
      </div>
    </section>
  )
}
