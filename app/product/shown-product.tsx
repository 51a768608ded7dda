import type { ReactNode } from 'react'
import { Heart } from '~/catalog/heart'
import { productUrl } from '~/catalog/product-choice'
import type { SheetName } from '~/styles/sheets'
import { ChosenProduct } from './chosen-product.area'
import type { readShownProduct } from './product-page.server'
import { Similar, SoldOutSizes, Steps } from './product-sections'
import { ProductTabs } from './product-tabs'
import { toChoiceView } from './product-view'

/** Returns the styles of a product's page. */
export function productStyles(query: URLSearchParams): SheetName[] {
  const tab = query.get('tab')
  return [
    'choices',
    'product',
    ...(query.has('write') ? (['forms'] as const) : []),
    ...(tab === 'ratingReviews' ? (['reviews'] as const) : tab === 'SizeGuide' ? (['sizeTab'] as const) : []),
  ]
}

interface ShownProductProps {
  page: Awaited<ReturnType<typeof readShownProduct>>['page']
  /** The tab of the reviews. */
  children: ReactNode
}

/** Renders a product with its pictures, choices, tabs and similar products. In a preview, forms that would save something do nothing. */
export function ShownProduct({ page, children }: ShownProductProps) {
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
          missing={page.missing}
        />
        <Still isStill={isPreview}>
          <SoldOutSizes product={product} choice={choice} />
          <Heart slug={slug} name={name} from={productUrl(slug, carried)} />
        </Still>
      </div>
      <ProductTabs product={product} sizing={page.sizing} tab={page.tab} carried={carried}>
        <Still isStill={isPreview}>{children}</Still>
      </ProductTabs>
      <Similar cards={page.similar} />
    </>
  )
}

/** Renders content that can be seen, but neither pressed nor filled in. */
function Still({ isStill, children }: { isStill: boolean; children: ReactNode }) {
  // React 18 has no type for this attribute.
  return isStill ? <div {...{ inert: '' }}>{children}</div> : children
}
