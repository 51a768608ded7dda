import { m } from '~/language/messages'
import { nameOf } from '~/language/names'
import { Fragment, type ReactNode } from 'react'
import { ProductSizes } from '~/sizes/product-sizes'
import type { SizeCharts } from '~/sizes/size-charts'
import type { ChartName } from '~/catalog/product-chart'
import type { CarriedChoice } from '~/catalog/product-choice'
import { pageUrl, type ProductView } from './product-view'
import { freeText, RowText } from '~/ui/free-text'
import { TableHead } from '~/ui/table-head'

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
            {product.features.length === 0 ? <p className="muted">{m.product_no_details()}</p> : null}
          </>
        ) : null}
        {tab === 'SizeGuide' ? (
          <div className="size-tab">
            <SizeGuide variants={product.variants} />
            <ProductSizes
              product={{ ...product, ...sizing }}
              charts={sizing.charts}
              to={(size) => pageUrl(product, { ...carried, size })}
            />
          </div>
        ) : null}
        {tab === 'ratingReviews' ? children : null}
      </div>
    </section>
  )
}

/** Renders the numbered features (PD-32). */
export function FeatureList({ features }: { features: ProductView['features'] }) {
  return (
    <ol className="features">
      {features.map(({ title, description }) => (
        <li key={title} {...freeText(title)}>
          <b>{description ? `${title}:` : title}</b> <span>{description}</span>
        </li>
      ))}
    </ol>
  )
}

const COLUMNS = [
  { of: 'size', name: m.product_size },
  { of: 'brand_size', name: m.product_brand_size },
  { of: 'cup_size', name: m.product_cup_size },
  { of: 'material', name: m.product_material },
] as const

/** Renders the size guide; '-' for an empty cell (PD-33 to PD-35). A column that is empty for all sizes is left out (decision 210). */
function SizeGuide({ variants }: { variants: ProductView['variants'] }) {
  if (variants.length === 0) return <p>{m.product_no_size_guide_available()}</p>
  const columns = COLUMNS.filter(({ of }) => variants.some((variant) => variant[of]))
  return (
    <div className="scrolls" role="region" aria-label={m.product_sizes()} tabIndex={0}>
      <table>
        <TableHead names={columns.map(({ name }) => name())} />
        <tbody>
          {variants.map((variant) => (
            <tr key={variant.label}>
              {columns.map(({ of }) => (
                <td key={of}>
                  <Cell column={of} text={variant[of]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ column, text }: { column: (typeof COLUMNS)[number]['of']; text: string | null }) {
  if (!text) return '-'
  return column === 'material' ? <RowText text={nameOf('value', text)} /> : text
}
