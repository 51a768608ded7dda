import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
import { Fragment } from 'react'
import { nameOf } from '~/language/names'
import { Empty, LATER } from '~/ui/empty'
import { RowText } from '~/ui/free-text'
import { categoryUrl } from '../category-tree'
import { listingUrl, onlySort } from './listing-url'
import type { ListingData } from './listing.server'

/** Renders why there are no products, and ways on. */
export function NoResults({ listing, problem }: { listing: ListingData; problem: string }) {
  const { query, hasFailed, suggested } = listing
  const here = listingUrl(query)
  const everything = listingUrl({ ...onlySort(query), isSale: false })
  return (
    <Empty text={problem}>
      {hasFailed ? (
        <>
          <p className="muted">{LATER()}</p>
          <a className="button" href={here}>
            {m.listing_try_again()}
          </a>
        </>
      ) : null}{' '}
      {hasFailed && here === everything ? null : (
        <a className={hasFailed ? 'link' : 'button'} href={everything}>
          {m.listing_all_products()}
        </a>
      )}{' '}
      {suggested.length > 0 && (query.search || hasFailed) ? <Suggested categories={suggested} /> : null}
      {query.search ? (
        <p>
          <ParaglideMessage
            message={m.listing_not_expected}
            markup={{
              help: ({ children }) => <a href="/help">{children}</a>,
              chat: ({ children }) => <a href="/profile/chat-support">{children}</a>,
            }}
          />
        </p>
      ) : null}
    </Empty>
  )
}

/** Renders links to categories. */
function Suggested({ categories }: { categories: string[] }) {
  return (
    <nav className="applied" aria-label={m.listing_suggested_categories()}>
      {categories.map((name) => (
        <Fragment key={name}>
          <a href={categoryUrl(name)}>
            <RowText text={nameOf('category', name)} />
          </a>{' '}
        </Fragment>
      ))}
    </nav>
  )
}
