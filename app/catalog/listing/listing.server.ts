import { m } from '~/language/messages'
import { data } from '@remix-run/node'
import { nameOf } from '~/language/names'
import type { Needs, Reporting } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { toCardView } from '../card-view'
import { listCategories, type Category } from '../catalog.server'
import { listedCards, type ListedCard } from './listed-cards.server'
import { countCategories, countFilters, listProducts, readFilterOptions } from './listed-products.server'
import { categoryTree, suggestedCategories } from '../category-tree'
import { countsByName, dropUnknownValues, toListingOptions, type KnownQuery } from './known-values'
import { LISTS, parseListingQuery, type ListingQuery } from './listing-query'
import { helpTopicOf } from './search-words'
import { sortOptions } from './sorts'
import { isNarrowed } from './applied-filters'
import { listingUrl, onlySort } from './listing-url'
import type { FilterCounts, FilterOptions, ProductPage } from '../product.schema'

const NO_OPTIONS: FilterOptions = {
  colors: [],
  sizes: [],
  brand_sizes: [],
  cup_sizes: [],
  materials: [],
  attributes: [],
}

interface ListingResult extends KnownQuery {
  category?: Category
  isUnknown: boolean
  /** Null if loading failed. */
  products: ProductPage | null
  /** Null if counting failed. */
  counts: FilterCounts | null
}

/** Returns the listing's response: 503 without its products. */
export async function respondWithListing(...parameters: Parameters<typeof readListing>) {
  const listing = await readListing(...parameters)
  return data(listing, { status: listing.hasFailed ? 503 : 200 })
}

/** Returns the data of the listing, or of the sale page for `isSale`. Parts that fail to load are left out, with a message. */
async function readListing(
  context: Needs<'backends' | 'catalogue' | 'isLite' | Reporting>,
  parameters: URLSearchParams,
  isSale = false,
) {
  const requestedQuery = parseListingQuery(parameters, isSale)
  const pending = {
    categories: attempt(context, 'listing without categories', () => listCategories(context)),
    options: attempt(context, 'listing without filters', () => readFilterOptions(context)),
  }
  const [categories, categoryCounts, options, found] = await Promise.all([
    pending.categories,
    attempt(context, 'categories not counted', () => countCategories(context, requestedQuery)),
    pending.options,
    findListed(context, requestedQuery, parameters, pending),
  ])
  const { query, category, isUnknown, products, counts } = found
  const tree = categories && categoryTree(categories, categoryCounts)
  const lastPage = Math.max(1, products?.total_pages ?? 1)
  const shown = { ...query, page: Math.min(query.page, lastPage) }
  return {
    query: shown,
    hints: [...found.hints, ...(products?.answer ? [nameOf('answer', products.answer)] : [])],
    searchedFor: products?.searched_for ?? null,
    help: helpTopicOf(query.search),
    category: category?.name ?? null,
    ancestors: tree?.find(({ name }) => name === category?.name)?.ancestors ?? [],
    canonical: canonicalUrl(shown, category),
    isNarrowed: isNarrowed(query),
    categories: tree,
    options: options ? { ...options, colors: options.colors.map(({ name, value }) => ({ name, value })) } : null,
    counts: options && counts ? countsByName(counts, options) : null,
    suggested: suggestedCategories(query.search, categories ?? []),
    more: parameters.getAll('more').flatMap((value) => value.split(',')),
    cards: cardsOf(products, query, context.isLite),
    total: products?.total ?? 0,
    totalPages: lastPage,
    problem: isUnknown ? m.listing_category_unknown({ category: query.category }) : problemOf(query, products),
    hasFailed: products === null && !isUnknown,
  }
}

/** Returns the listing's canonical URL: its category and page alone, in the first sort order. */
function canonicalUrl(query: ListingQuery, category?: Category): string {
  const sort = sortOptions(query)[0]?.sort ?? query.sort
  return listingUrl({ ...onlySort(query), sort, category: category?.name ?? '', page: query.page })
}

function cardsOf(page: ProductPage | null, { isSale, sizes }: ListingQuery, isLite: boolean): ListedCard[] {
  const cards = page?.products.map((product) => toCardView(product, { withColors: true })) ?? []
  const look = { inListing: !isSale, isLite, withDefaultStars: !isSale && page?.default_stars === true }
  const size = sizes.length === 0 ? (page?.size ?? undefined) : sizes[0]
  return listedCards(cards, look, sizes.length > 1 ? undefined : size)
}

/** Returns the message shown instead of products, or null (LS-58, LS-61, SL-04, SL-05). */
function problemOf(query: ListingQuery, products: ProductPage | null): string | null {
  if (products === null) return query.isSale ? m.listing_sale_failed() : m.listing_listing_failed()
  if (products.total > 0) return null
  const isWholeSale = query.isSale && !query.category && !isNarrowed(query)
  return isWholeSale ? m.listing_no_sale() : m.listing_no_matches()
}

export type ListingData = Awaited<ReturnType<typeof readListing>>

/**
 * Returns the products of a query without its unknown values. Waits for categories and options only if the query needs them, so that an
 * outage doesn't cost two timeouts in a row.
 */
async function findListed(
  context: Needs<'backends' | 'catalogue' | Reporting>,
  requestedQuery: ListingQuery,
  parameters: URLSearchParams,
  pending: { categories: Promise<Category[] | null>; options: Promise<FilterOptions | null> },
): Promise<ListingResult> {
  const categories = requestedQuery.category ? await pending.categories : []
  const options = LISTS.some((name) => requestedQuery[name].length > 0) ? await pending.options : NO_OPTIONS
  const known = dropUnknownValues(requestedQuery, options && toListingOptions(options), parameters)
  const { query } = known
  // The database filters colours by ID.
  if (!categories || (query.colors.length > 0 && !options))
    return { ...known, isUnknown: false, products: null, counts: null }
  const category = categories.find(({ name }) => name.toLowerCase() === query.category.toLowerCase())
  if (query.category && !category) return { ...known, isUnknown: true, products: null, counts: null }
  const list = (page: number) =>
    attempt(context, query.isSale ? 'sale failed' : 'listing failed', () =>
      listProducts(context, { ...query, page }, category?.id, options ?? NO_OPTIONS),
    )
  const [products, counts] = await Promise.all([
    list(query.page),
    attempt(context, 'filters not counted', () => countFilters(context, query, category?.id, options ?? NO_OPTIONS)),
  ])
  const isPastTheEnd = products !== null && query.page > Math.max(1, products.total_pages)
  return {
    ...known,
    category,
    isUnknown: false,
    counts,
    products: isPastTheEnd ? await list(Math.max(1, products.total_pages)) : products,
  }
}
