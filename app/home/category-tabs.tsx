import { m } from '~/language/messages'
import { Fragment } from 'react'
import { Empty } from '~/ui/empty'
import type { CardView } from '~/catalog/card-view'
import { ProductStrip } from './product-strip'
import { nameOf } from '~/language/names'
import { RowText } from '~/ui/free-text'

interface CategoryTabsProps {
  /** Null if they couldn't be loaded. */
  tabs: string[] | null
  tab: string | null
  products: CardView[]
}

/** Renders the categories as tabs, which are links. */
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
        {products.length === 0 ? (
          <Empty text={tab ? m.home_no_category_products({ category: nameOf('category', tab) }) : m.home_no_products()}>
            {none}
          </Empty>
        ) : (
          <>
            {none}
            <ProductStrip label={tab === null ? m.home_all_products() : nameOf('category', tab)} products={products} />
          </>
        )}
      </div>
    </section>
  )
}
