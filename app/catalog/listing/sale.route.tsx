import { m } from '~/language/messages'
import { redirect, type LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { DEFAULT_BRAND } from '~/platform/text'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { ListingPage } from './listing-page'
import { LISTING_PARAMETERS, parseListingQuery } from './listing-query'
import { isFormAddress, listingUrl } from './listing-url'
import { respondWithListing } from './listing.server'

export const handle: PageHandle = {
  styles: ['choices', 'listing', 'floatingCart'],
  cachedBy: [...LISTING_PARAMETERS, 'more'],
  uncachedBy: ['search', 'sort'],
  hasFloatingCart: true,
}

export const meta = ({ data, matches }: PageArgs & { data?: { canonical: string; isNarrowed: boolean } }) =>
  pageMeta(m.listing_sale_title(), {
    description: m.listing_sale_description({ brand: DEFAULT_BRAND }),
    shared: data && { page: { matches }, path: data.canonical },
    hidden: data?.isNarrowed,
  })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const parameters = new URL(request.url).searchParams
  if (isFormAddress(parameters)) return redirect(listingUrl(parseListingQuery(parameters, true)))
  return respondWithListing(context, parameters, true)
}

export default function Sale() {
  const listing = useLoaderData<typeof loader>()
  const { category } = listing
  return (
    <ListingPage
      listing={listing}
      title={m.listing_sale_products()}
      steps={[
        { name: m.listing_home(), to: '/' },
        ...(category
          ? [{ name: m.listing_on_sale(), to: '/on-sale' }, { name: category }]
          : [{ name: m.listing_on_sale() }]),
      ]}
    />
  )
}
