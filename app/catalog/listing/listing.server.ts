import { m } from '~/language/messages'
import { data, redirect } from '@remix-run/node'
import { nameOf } from '~/language/names'
import type { Needs, Reporting } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { toCardView } from '../card-view'
import { listCategories, type Category } from '../catalog.server'
import { inLanguageOf, redirectMoved } from '../former-names.server'
import { listedCards, type ListedCard } from './listed-cards.server'
import { countCategories, countFilters, listProducts, readFilterOptions } from './listed-products.server'
import { categoryTree, suggestedCategories } from '../category-tree'
import { countsByName, matchValues, priceHints, toListingOptions, withKnownValues } from './known-values'
import { sizesByKind } from './size-kinds'
import { followNames, type FollowedNames } from './listing-names.server'
import { LISTS, parseListingQuery, type ListingQuery } from './listing-query'
import { helpTopicOf, withPricesInSearch } from './search-words'
import { sortOptions } from './sorts'
import { isNarrowed } from './applied-filters'
import { isFormAddress, listingUrl, onlySort } from './listing-url'
import type { FilterCounts, FilterOptions, ProductPage } from '../product.schema'

const NO_OPTIONS: FilterOptions = {
  colors: [],
  sizes: [],
  brand_sizes: [],
  cup_sizes: [],
  materials: [],
  attributes: [],
}

interface ListingResult extends Omit<FollowedNames, 'status'> {
  query: ListingQuery
  status: FollowedNames['status'] | 503
  category?: Category
  /** Null if loading failed, or without a category or a value that the query has. */
  products: ProductPage | null
  /** Null if they weren't counted: of what is in stock, or because that failed. */
  counts: FilterCounts | null
}

type Context = Needs<'backends' | 'catalogue' | 'flashes' | 'isLite' | Reporting>

/**
 * Returns the listing's response, or that of the sale page for `isSale`: 503 without its products, 404 or 410 for a name that the shop
 * doesn't have, and a redirect from another spelling of the URL or from former names.
 */
export async function respondWithListing(context: Context, request: Request, isSale = false) {
  const parameters = new URL(request.url).searchParams
  const query = withPricesInSearch(parseListingQuery(parameters, isSale))
  if (isFormAddress(parameters)) return redirect(listingUrl(query))
  const pending = {
    categories: attempt(context, 'listing without categories', () => listCategories(context)),
    options: attempt(context, 'listing without filters', () => readFilterOptions(context)),
  }
  const [categories, categoryCounts, options, found] = await Promise.all([
    pending.categories,
    attempt(context, 'categories not counted', () => countCategories(context, query)),
    pending.options,
    findListed(context, query, pending),
  ])
  const { moved, leftOut, status } = found
  if (moved && leftOut.length > 0)
    return context.flashes.info(inLanguageOf(request, listingUrl(moved)), leftOut.join(' '))
  if (moved) return redirectMoved(request, listingUrl(moved))
  const listing = listingData(context, parameters, found, { categories, categoryCounts, options })
  return data(listing, { status })
}

interface ListingParts {
  categories: Category[] | null
  categoryCounts: Record<string, number> | null
  options: FilterOptions | null
}

/** Returns what the page shows. Parts that failed to load are left out, with a message. */
function listingData(
  { isLite }: Needs<'isLite'>,
  parameters: URLSearchParams,
  { query, category, status, products, counts, ...found }: ListingResult,
  { categories, categoryCounts, options }: ListingParts,
) {
  const isMissing = status === 404 || status === 410
  const tree = categories && categoryTree(categories, categoryCounts)
  const lastPage = Math.max(1, products?.total_pages ?? 1)
  const shown = { ...query, page: Math.min(query.page, lastPage) }
  return {
    query: shown,
    hints: [
      ...found.hints,
      ...priceHints(query, parameters),
      ...(products?.answer ? [nameOf('answer', products.answer)] : []),
    ],
    searchedFor: products?.searched_for ?? null,
    help: helpTopicOf(query.search),
    category: category?.name ?? null,
    ancestors: tree?.find(({ name }) => name === category?.name)?.ancestors ?? [],
    canonical: canonicalUrl(shown, category),
    /** Whether search engines leave it out. */
    isHidden: isNarrowed(query) || status !== 200,
    /** As the filters show them: their props are in the page once more. */
    categories: tree && tree.map(({ ancestors: _, ...shown }) => shown),
    /** Null for a list of which they are no parts. */
    tiles:
      isNarrowed(shown) || shown.page > 1 || status !== 200
        ? null
        : tilesOf(categories ?? [], category, categoryCounts),
    options: options
      ? {
          ...options,
          colors: options.colors.map(({ name, value }) => ({ name, value })),
          sizeKinds: sizesByKind(options.sizes),
        }
      : null,
    counts: options && counts ? countsByName(counts, options) : null,
    suggested: suggestedCategories(query.search || query.category, categories ?? []),
    more: parameters.getAll('more').flatMap((value) => value.split(',')),
    cards: cardsOf(products, query, isLite),
    total: products?.total ?? 0,
    totalPages: lastPage,
    status,
    noCategory:
      isMissing && query.category && !category ? m.listing_category_unknown({ category: query.category }) : null,
    problem: isMissing ? m.listing_no_matches() : problemOf(query, products),
  }
}

/** Returns the listing's canonical URL: its category and page alone, in the first sort order. */
function canonicalUrl(query: ListingQuery, category?: Category): string {
  const sort = sortOptions(query)[0]?.sort ?? query.sort
  return listingUrl({ ...onlySort(query), sort, category: category?.name ?? '', page: query.page })
}

/** Returns the categories right below one, or the topmost, that list products. */
function tilesOf(categories: Category[], above: Category | undefined, counts: Record<string, number> | null) {
  return categories
    .filter(({ id, parent_id: parent }) => parent === (above?.id ?? null) && counts?.[id] !== 0)
    .map(({ name, image_url: image }) => ({ name, image }))
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

export type ListingData = ReturnType<typeof listingData>

/**
 * Returns the products of a query. Waits for categories and options only if the query needs them, so that an outage doesn't cost two
 * timeouts in a row.
 */
async function findListed(
  context: Needs<'backends' | 'catalogue' | Reporting>,
  requestedQuery: ListingQuery,
  pending: { categories: Promise<Category[] | null>; options: Promise<FilterOptions | null> },
): Promise<ListingResult> {
  const categories = requestedQuery.category ? await pending.categories : []
  const options = LISTS.some((name) => requestedQuery[name].length > 0) ? await pending.options : NO_OPTIONS
  const values = matchValues(requestedQuery, options && toListingOptions(options))
  const query = withKnownValues(requestedQuery, values)
  const nothing = { query, moved: null, leftOut: [], hints: [], products: null, counts: null }
  // The database filters colours by ID.
  if (!categories || (query.colors.length > 0 && !options)) return { ...nothing, status: 503 }
  const category = categories.find(({ name }) => name.toLowerCase() === query.category.toLowerCase())
  const names = await attempt(context, 'names not followed', () =>
    followNames(context, requestedQuery, values, query.category !== '' && !category),
  )
  if (!names) return { ...nothing, status: 503 }
  if (names.moved || names.status !== 200) return { ...nothing, ...names, query: requestedQuery, category }
  const list = (page: number) =>
    attempt(context, query.isSale ? 'sale failed' : 'listing failed', () =>
      listProducts(context, { ...query, page }, category?.id, options ?? NO_OPTIONS),
    )
  const [products, counts] = await Promise.all([
    list(query.page),
    // What is left of a size doesn't say what is left of another.
    query.inStock
      ? null
      : attempt(context, 'filters not counted', () =>
          countFilters(context, query, category?.id, options ?? NO_OPTIONS),
        ),
  ])
  const isPastTheEnd = products !== null && query.page > Math.max(1, products.total_pages)
  return {
    ...names,
    query,
    status: products ? 200 : 503,
    category,
    counts,
    products: isPastTheEnd ? await list(Math.max(1, products.total_pages)) : products,
  }
}
