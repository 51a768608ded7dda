import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
import { Fragment, type ReactNode } from 'react'
import { Breadcrumb } from '~/ui/breadcrumb'
import { Picture } from '~/ui/picture'
import { Place } from '~/ui/place'
import { Heart } from '../heart'
import { Filters } from './filters.area'
import { appliedFilters } from './applied-filters'
import { listingUrl, literalSearch, onlySort } from './listing-url'
import type { ListingData } from './listing.server'
import { Pages } from './pages'
import type { HelpTopic } from './search-words'
import { SortForm } from './sort-form.area'
import { nameOf } from '~/language/names'
import { Empty, LATER } from '~/ui/empty'
import { TryAgain } from '~/ui/try-again'
import { RowText } from '~/ui/free-text'
import { categoryUrl } from '../category-tree'

interface ListingPageProps {
  listing: ListingData
  title: ReactNode
  steps: { name: string; to?: string }[]
}

export function ListingPage({ listing, title, steps }: ListingPageProps) {
  const { query, total } = listing
  const applied = appliedFilters(query, listing.options?.attributes)
  return (
    <div className="wrap">
      <Breadcrumb steps={steps} />
      <div className="section-head" data-part="listing-head">
        <h1>{title}</h1>
        <span className="muted small tally" role="status">
          {listing.status === 200 ? m.listing_products_count({ count: total }) : null}
        </span>
      </div>
      <Tiles listing={listing} />
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
              {applied.length > 0 ? m.listing_filters_count({ count: applied.length }) : m.listing_filters()}
            </a>
            <SortForm query={query} />
          </div>
          <Place name="own-stock" />
          <Results listing={listing} />
        </div>
      </div>
    </div>
  )
}

/**
 * Renders the categories below the one that is shown: each with its picture, or only their names if none has one. For a list without
 * tiles it renders no part, so a filter that is applied in place leaves the tiles of the page, and nothing below them moves.
 */
function Tiles({ listing: { query, tiles } }: { listing: ListingData }) {
  if (tiles === null) return null
  const hasPictures = tiles.some(({ image }) => image)
  return (
    <div data-part="tiles">
      {tiles.length > 1 ? (
        <nav className={hasPictures ? 'tiles' : 'tiles tiles-names'} aria-label={m.listing_categories()}>
          {tiles.map(({ name, image }) => (
            <a key={name} href={listingUrl({ ...onlySort(query), category: name })}>
              {hasPictures ? <Picture source={image} alt="" widths={[160]} sizes="" ratio="1/1" /> : null}
              <RowText text={nameOf('category', name)} />
            </a>
          ))}
        </nav>
      ) : null}
    </div>
  )
}

function Results({ listing }: { listing: ListingData }) {
  const { query, cards, problem } = listing
  const applied = appliedFilters(query, listing.options?.attributes)
  const from = listingUrl(query)
  const isUnknown = query.search !== '' || listing.noCategory !== null
  const hasNoMatch = isUnknown && applied.length === 1 && problem !== null && listing.status !== 503
  return (
    <div
      className={hasNoMatch ? 'no-match' : undefined}
      data-part="results"
      aria-label={m.listing_products()}
      role="group"
    >
      {applied.length > 0 ? <Applied filters={applied} all={listingUrl(onlySort(query))} /> : null}
      {listing.hints.map((hint) => (
        <p key={hint} className="notice notice-info" role="note">
          {hint}
        </p>
      ))}
      {listing.help ? <Help topic={listing.help} /> : null}
      {listing.searchedFor === null ? null : (
        <p className="notice notice-info" role="note">
          <ParaglideMessage
            message={m.listing_instead}
            inputs={{ found: listing.searchedFor, typed: query.search }}
            markup={{
              found: ({ children }) => <bdi>{children}</bdi>,
              typed: ({ children }) => <bdi>{children}</bdi>,
              instead: ({ children }) => <a href={listingUrl(literalSearch(query))}>{children}</a>,
            }}
          />
        </p>
      )}
      {problem ? (
        <NoResults listing={listing} problem={problem} />
      ) : (
        <div className="product-grid">
          {cards.map(({ slug, name, href, choice, html, choices }) => (
            <div key={slug} className="card-frame" id={slug}>
              {/* Rendered by React (listed-cards.server.tsx). */}
              <a className="card" href={href} dangerouslySetInnerHTML={{ __html: html }} />
              <Heart slug={slug} name={name} from={from} choice={choice} />
              <div className="card-choices" dangerouslySetInnerHTML={{ __html: choices }} />
            </div>
          ))}
        </div>
      )}
      <Pages query={query} totalPages={listing.totalPages} />
    </div>
  )
}

const TRACKING = '/help/delivery-details?tab=tracking'

/** Leads a search that isn't about products to the page that answers it. */
function Help({ topic }: { topic: HelpTopic }) {
  const linkTo = (href: string) => ({
    link: ({ children }: { children?: ReactNode }) => <a href={href}>{children}</a>,
  })
  return (
    <p className="notice notice-info" role="note">
      {topic.about === 'order' ? (
        <ParaglideMessage
          message={m.listing_help_order}
          inputs={topic}
          markup={{ ...linkTo(TRACKING), number: ({ children }) => <bdi>{children}</bdi> }}
        />
      ) : topic.about === 'tracking' ? (
        <ParaglideMessage message={m.listing_help_tracking} markup={linkTo(TRACKING)} />
      ) : topic.about === 'delivery' ? (
        <ParaglideMessage message={m.listing_help_delivery} markup={linkTo('/help/delivery-details')} />
      ) : (
        <ParaglideMessage message={m.listing_help_returns} markup={linkTo('/help/returns')} />
      )}
    </p>
  )
}

function Applied({ filters, all }: { filters: ReturnType<typeof appliedFilters>; all: string }) {
  return (
    <div className="applied" role="group" aria-label={m.listing_applied_filters()}>
      {filters.map(({ label, without }) => (
        <Fragment key={label}>
          <a href={listingUrl(without)} aria-label={m.listing_remove_filter({ filter: label })} data-in-place>
            {label} <span aria-hidden="true">×</span>
          </a>{' '}
        </Fragment>
      ))}
      <a className="clear-all" href={all} data-in-place>
        {m.listing_clear_all()}
      </a>
    </div>
  )
}

function NoResults({ listing, problem }: { listing: ListingData; problem: string }) {
  const { query, noCategory, status, suggested } = listing
  const hasFailed = status === 503
  const here = listingUrl(query)
  const everything = listingUrl({ ...onlySort(query), isSale: false })
  return (
    <Empty text={noCategory ? m.product_others() : problem}>
      {hasFailed ? (
        <>
          <p className="muted">{LATER()}</p>
          <TryAgain />
        </>
      ) : null}{' '}
      {here === everything ? null : (
        <a className={hasFailed ? 'link' : 'button'} href={everything}>
          {m.listing_all_products()}
        </a>
      )}{' '}
      {suggested.length > 0 && (query.search || noCategory || hasFailed) ? <Suggested categories={suggested} /> : null}
      {query.search && !hasFailed ? (
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
