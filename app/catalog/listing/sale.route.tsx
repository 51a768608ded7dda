import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { nameOf } from '~/language/names'
import { brandInText } from '~/platform/text'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { ListingPage } from './listing-page'
import { LISTING_PARAMETERS } from './listing-query'
import { respondWithListing, type ListingData } from './listing.server'

export const handle: PageHandle = {
  styles: ['choices', 'listing', 'floatingCart'],
  cachedBy: [...LISTING_PARAMETERS, 'more'],
  uncachedBy: ['search', 'sort'],
  hasFloatingCart: true,
}

export const meta = ({ data, matches }: PageArgs & { data?: ListingData }) =>
  pageMeta(data?.noCategory ?? m.listing_sale_title(), {
    description: m.listing_sale_description({ brand: brandInText() }),
    shared: data && { page: { matches }, path: data.canonical },
    hidden: data?.isHidden,
  })

export const loader = ({ request, context }: LoaderFunctionArgs) => respondWithListing(context, request, true)

export default function Sale() {
  const listing = useLoaderData<typeof loader>()
  const { category, noCategory, query } = listing
  const chosen = noCategory ? query.category : category && nameOf('category', category)
  return (
    <ListingPage
      listing={listing}
      title={noCategory ?? m.listing_sale_products()}
      steps={[
        { name: m.listing_home(), to: '/' },
        ...(chosen
          ? [{ name: m.listing_on_sale(), to: '/on-sale' }, { name: chosen }]
          : [{ name: m.listing_on_sale() }]),
      ]}
    />
  )
}
