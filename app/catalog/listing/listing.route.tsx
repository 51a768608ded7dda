import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { brandInText } from '~/platform/text'
import { Notice } from '~/ui/progress/notice'
import { RowText } from '~/ui/free-text'
import type { PageHandle } from '~/ui/page-handle'
import { TryAgain } from '~/ui/try-again'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { nameOf } from '~/language/names'
import { categorySteps } from '../category-tree'
import { ListingPage } from './listing-page'
import { HOME_LISTS, LISTING_PARAMETERS, searchedWords } from './listing-query'
import { respondWithListing, type ListingData } from './listing.server'

export const handle: PageHandle = {
  styles: ['choices', 'listing', 'floatingCart'],
  cachedBy: [...LISTING_PARAMETERS, 'more'],
  uncachedBy: ['search', 'sort'],
  hasFloatingCart: true,
}

function titleOf({ query, category, noCategory }: ListingData): string {
  if (noCategory) return noCategory
  if (query.search) return m.listing_results_for({ search: searchedWords(query.search) })
  return category === null
    ? query.list
      ? HOME_LISTS[query.list]()
      : m.listing_all_products()
    : nameOf('category', category)
}

export const meta = ({ data, matches }: PageArgs & { data?: ListingData }) => {
  const title = data ? titleOf(data) : m.listing_all_products()
  return pageMeta(title, {
    description: data
      ? m.listing_description({ title, brand: brandInText() })
      : m.listing_all_products_description({ brand: brandInText() }),
    shared: data && { page: { matches }, path: data.canonical },
    hidden: data?.isHidden,
  })
}

export const loader = ({ request, context }: LoaderFunctionArgs) => respondWithListing(context, request)

export default function Listing() {
  const listing = useLoaderData<typeof loader>()
  const title = titleOf(listing)
  return (
    <ListingPage
      listing={listing}
      title={listing.query.search ? <ResultsFor search={listing.query.search} /> : <RowText text={title} />}
      steps={[
        { name: m.listing_home(), to: '/' },
        ...(title === m.listing_all_products() ? [] : [{ name: m.listing_all_products(), to: '/product-listing' }]),
        ...categorySteps(listing.ancestors),
        { name: listing.noCategory ? listing.query.category : title },
      ]}
    />
  )
}

/** Renders the heading of a search. Its words stay in one line with their quotation marks. */
function ResultsFor({ search }: { search: string }) {
  return (
    <ParaglideMessage
      message={m.listing_results_for}
      inputs={{ search: searchedWords(search) }}
      markup={{ typed: ({ children }) => <span className="unbroken">{children}</span> }}
    />
  )
}

/** Renders the listing's error page (LS-60, A34). */
export function ErrorBoundary() {
  return (
    <div className="wrap">
      <h1>{m.listing_all_products()}</h1>
      <Notice type="error">{m.listing_failed_to_initialize_component()}</Notice>
      <TryAgain />
    </div>
  )
}
