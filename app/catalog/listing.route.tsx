import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useRouteLoaderData } from '@remix-run/react'
import { Fragment } from 'react'
import { FloatingCart } from '~/cart/floating-cart'
import { attempt } from '~/platform/attempt.server'
import type { loader as rootLoader } from '~/root'
import { Breadcrumb } from '~/ui/breadcrumb'
import { Empty } from '~/ui/empty'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { Place } from '~/ui/place'
import { toCardView } from './card-view'
import { listCategories, readFilterOptions } from './catalog.server'
import { categorySteps, categoryTree } from './category-tree'
import { Filters } from './filters.area'
import { countsByName, spellingHint } from './known-values'
import {
  appliedFilters,
  changed,
  HOME_LISTS,
  isFormAddress,
  listingUrl,
  LISTING_PARAMETERS,
  LISTS,
  onlySort,
  parseListingQuery,
} from './listing-query'
import { findListed } from './listing.server'
import { Pages } from './pages'
import { ProductCard } from './product-card'
import { SortForm } from './sort-form.area'

export const handle: PageHandle = {
  styles: ['choices', 'listing'],
  cachedBy: [...LISTING_PARAMETERS, 'more'],
}

export const meta = ({
  data,
  matches,
}: PageArgs & { data?: { title: string; canonical: string; isNarrowed: boolean } }) =>
  pageMeta(data?.title ?? 'All Products', {
    description: `${data?.title ?? 'All products'} at Chambeli, priced in rupees.`,
    shared: data && { page: { matches }, path: data.canonical },
    hidden: data?.isNarrowed,
  })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const parameters = new URL(request.url).searchParams
  const asWritten = parseListingQuery(parameters)
  if (isFormAddress(parameters)) return redirect(listingUrl(asWritten))
  const asked = {
    categories: attempt(context, 'listing without categories', () => listCategories(context)),
    options: attempt(context, 'listing without filters', () => readFilterOptions(context)),
  }
  const [categories, options, found] = await Promise.all([
    asked.categories,
    asked.options,
    findListed(context, asWritten, parameters, asked),
  ])
  const { query, category, isUnknown, products, counts } = found
  const hints = [...found.hints, ...spellingHint(query.search, products?.searched_for)]
  const tree = categories ? categoryTree(categories) : []
  const lastPage = Math.max(1, products?.total_pages ?? 1)
  const shown = { ...query, page: Math.min(query.page, lastPage) }
  const isNarrowed =
    query.search !== '' ||
    query.list !== null ||
    query.minPrice !== null ||
    query.maxPrice !== null ||
    LISTS.some((name) => query[name].length > 0)
  return {
    query: shown,
    hints,
    title: query.search
      ? `Results for “${query.search}”`
      : (category?.name ?? (query.list ? HOME_LISTS[query.list] : 'All Products')),
    above: tree.find(({ name }) => name === category?.name)?.above ?? null,
    canonical: listingUrl({ ...onlySort(query), sort: 'latest', category: category?.name ?? '', page: shown.page }),
    isNarrowed,
    categories: tree,
    options: options ? { ...options, colors: options.colors.map(({ name, value }) => ({ name, value })) } : null,
    counts: options && counts ? countsByName(counts, options) : null,
    suggested: categories?.filter(({ is_home }) => is_home).map(({ name }) => name) ?? [],
    more: parameters.getAll('more').flatMap((value) => value.split(',')),
    products: products?.products.map((product) => toCardView(product, { withColors: true })) ?? [],
    total: products?.total ?? 0,
    totalPages: lastPage,
    problem: isUnknown
      ? `Category "${query.category}" not found.`
      : products === null
        ? 'Failed to load products'
        : products.total === 0
          ? 'No products found matching your criteria.'
          : null,
  }
}

export default function Listing() {
  const listing = useLoaderData<typeof loader>()
  const root = useRouteLoaderData<typeof rootLoader>('root')
  const { query, products, total, problem } = listing
  const applied = appliedFilters(query)
  return (
    <div className="wrap">
      <Breadcrumb
        steps={[
          { name: 'Home', to: '/' },
          ...(listing.title === 'All Products' ? [] : [{ name: 'All Products', to: '/product-listing' }]),
          ...categorySteps(listing.above ?? []),
          { name: listing.title },
        ]}
      />
      <div className="section-head" data-part="listing-head">
        <h1>{listing.title}</h1>
        <span className="muted small" role="status">
          {total} {total === 1 ? 'product' : 'products'}
        </span>
      </div>
      <div className="listing">
        <Filters
          query={query}
          categories={listing.categories}
          options={listing.options}
          counts={listing.counts}
          more={listing.more}
          total={total}
        />
        <div>
          <div className="listing-tools">
            <a className="button button-outline open-filters" href="#filters" data-part="open-filters">
              Filters{applied.length > 0 ? ` (${applied.length})` : ''}
            </a>
            <SortForm query={query} />
          </div>
          <div data-part="results" aria-label="Products" role="group">
            {applied.length > 0 ? (
              <div className="applied" role="group" aria-label="Applied filters">
                {applied.map(({ label, without }) => (
                  <Fragment key={label}>
                    <a href={listingUrl(without)} aria-label={`Remove filter ${label}`} data-in-place>
                      {label} <span aria-hidden="true">×</span>
                    </a>{' '}
                  </Fragment>
                ))}
                <a className="clear-all" href={listingUrl(onlySort(query))} data-in-place>
                  Clear all
                </a>
              </div>
            ) : null}
            {listing.hints.map((hint) => (
              <p key={hint} className="notice notice-info" role="note">
                {hint}
              </p>
            ))}
            {problem ? (
              <Empty text={problem}>
                <a className="button" href={listingUrl(onlySort(changed(query, {})))}>
                  All Products
                </a>
                {query.search ? <Suggested categories={listing.suggested} /> : null}
              </Empty>
            ) : (
              <div className="product-grid">
                {products.map((product, place) => (
                  <ProductCard key={product.slug} product={product} heading="h2" inListing isFirst={place === 0} />
                ))}
              </div>
            )}
            <Pages query={query} totalPages={listing.totalPages} />
          </div>
        </div>
      </div>
      <Place name="floating-cart">
        <FloatingCart count={root?.cartCount ?? 0} />
      </Place>
    </div>
  )
}

/** Where else somebody might find what they searched for. */
function Suggested({ categories }: { categories: string[] }) {
  return (
    <nav className="applied" aria-label="Suggested categories">
      {categories.map((name) => (
        <a key={name} href={`/product-listing?category=${encodeURIComponent(name)}`}>
          {name}
        </a>
      ))}
    </nav>
  )
}

/** What is left of the listing when it can't be drawn at all (document 2, section 8; A34). */
export function ErrorBoundary() {
  return (
    <div className="wrap">
      <h1>All Products</h1>
      <p className="notice" role="alert">
        Failed to initialize component
      </p>
      <p>
        <a className="button" href="/product-listing">
          Try again
        </a>
      </p>
    </div>
  )
}
