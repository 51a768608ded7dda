import { m } from '~/language/messages'
import type { ListingQuery } from '~/catalog/listing/listing-query'
import { listingUrl, withChange } from '~/catalog/listing/listing-url'

/** Renders the link from a listing to what of it is in stock in the shopper's own sizes. */
export function OwnStock({ query, sizes }: { query: ListingQuery; sizes: string[] }) {
  return (
    <p className="applied">
      <a href={listingUrl(withChange(query, { sizes, inStock: true }))} data-in-place="">
        {m.sizes_in_stock_in_mine({ sizes: sizes.join(', ') })}
      </a>
    </p>
  )
}
