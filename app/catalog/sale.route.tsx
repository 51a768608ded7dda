import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { attempt } from '~/platform/attempt.server'
import { Breadcrumb } from '~/ui/breadcrumb'
import { Empty } from '~/ui/empty'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { toCardView } from './card-view'
import { listSaleProducts } from './catalog.server'
import { ProductCard } from './product-card'

export const handle: PageHandle = { cachedBy: [] }

export const meta = (page: PageArgs) =>
  pageMeta('Sale Products', {
    description: 'What is discounted at Chambeli right now.',
    shared: { page, path: '/on-sale' },
  })

export async function loader({ context }: LoaderFunctionArgs) {
  const products = await attempt(context, 'sale failed', () => listSaleProducts(context))
  return { products: products?.map((product) => toCardView(product)) ?? null }
}

export default function Sale() {
  const { products } = useLoaderData<typeof loader>()
  return (
    <div className="wrap">
      <Breadcrumb steps={[{ name: 'Home', to: '/' }, { name: 'On Sale' }]} />
      <div className="section-head">
        <h1>SALE PRODUCTS</h1>
      </div>
      {products === null ? <Empty text="Failed to load sale products" /> : null}
      {products?.length === 0 ? <Empty text="No sale products available at the moment." /> : null}
      <div className="product-grid">
        {products?.map((product, place) => (
          <ProductCard key={product.slug} product={product} heading="h2" isFirst={place === 0} />
        ))}
      </div>
    </div>
  )
}
