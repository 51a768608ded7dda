import { m } from '~/language/messages'
import { Fragment, type ReactNode } from 'react'
import { ProductSizes } from '~/sizes/product-sizes'
import type { SizeCharts } from '~/sizes/size-charts'
import type { ChartName } from '~/catalog/product-chart'
import { AttributeList, FeatureList, SizeGuide } from './product-details'
import type { CarriedChoice } from '~/catalog/product-choice'
import { pageUrl, type ProductView } from './product-view'

/** The three tabs by their names in the URL (PD-30). */
export const TABS = [
  { id: 'ProductDetails', label: m.product_details },
  { id: 'SizeGuide', label: m.product_size_guide },
  { id: 'ratingReviews', label: m.product_rating_reviews },
] as const
type TabId = (typeof TABS)[number]['id']

interface ProductTabsProps {
  product: ProductView
  /** Data of the size guide beside the sizes. */
  sizing: { size_chart: ChartName | null; fit_notes: string | null; charts: SizeCharts | null }
  tab: TabId
  carried: CarriedChoice
  children: ReactNode
}

/** Renders the tabs as links (PD-37). `children` is the tab of the reviews. */
export function ProductTabs({ product, sizing, tab, carried, children }: ProductTabsProps) {
  return (
    <section className="section" id="tabs" aria-label={m.product_about_this_product()}>
      <nav className="product-tabs" aria-label={m.product_about_this_product()}>
        {TABS.map(({ id, label }) => (
          <Fragment key={id}>
            <a
              href={`${pageUrl(product, { ...carried, tab: id })}#tabs`}
              aria-current={id === tab ? 'true' : undefined}
            >
              {label()}
            </a>{' '}
          </Fragment>
        ))}
      </nav>
      <div className="tab-panel">
        {tab === 'ProductDetails' ? (
          <>
            <FeatureList features={product.features} />
            <AttributeList attributes={product.attributes} />
            {product.features.length + product.attributes.length === 0 ? (
              <p className="muted">{m.product_no_details()}</p>
            ) : null}
          </>
        ) : null}
        {tab === 'SizeGuide' ? (
          <div className="size-tab">
            <SizeGuide variants={product.variants} />
            <ProductSizes product={{ ...product, ...sizing }} charts={sizing.charts} />
          </div>
        ) : null}
        {tab === 'ratingReviews' ? children : null}
      </div>
    </section>
  )
}
