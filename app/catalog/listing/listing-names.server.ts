import { m } from '~/language/messages'
import type { Catalogue } from '../catalog.server'
import { findMissing, type Missing, type NameKind } from '../former-names.server'
import type { AskedValues } from './known-values'
import { LIST_LABELS, LISTS, type ListingQuery, type ListName } from './listing-query'

/** The filters whose values are rows; the others are texts of products. */
const KINDS: Partial<Record<ListName, NameKind>> = { colors: 'color', attributes: 'attribute_value' }

export interface FollowedNames {
  /** The listing by the names that the shop has now; null if the query has them. */
  moved: ListingQuery | null
  /** What was left out of that listing, in words for the shopper. */
  leftOut: string[]
  /** Not 200 for a category, or all values of a filter, that the shop doesn't have. */
  status: 200 | 404 | 410
  /** The values because of which, in words for the shopper. */
  hints: string[]
}

/**
 * Follows the names of a listing that the shop doesn't have. Values of a filter are alternatives: an unknown one is left out if
 * there are others, while a filter without any known value lists nothing.
 */
export async function followNames(
  context: Catalogue,
  query: ListingQuery,
  values: AskedValues,
  isCategoryUnknown: boolean,
): Promise<FollowedNames> {
  const [category, ...lists] = await Promise.all([
    isCategoryUnknown ? findMissing(context, 'category', [query.category]) : [],
    ...LISTS.map((name) => followValues(context, name, values[name])),
  ])
  const moved = { ...query, category: category[0]?.newest ?? query.category }
  for (const { name, now } of lists) if (now.length > 0) moved[name] = now
  const empty = lists.filter(({ now, missing }) => now.length === 0 && missing.length > 0)
  const partly = lists.filter(({ now }) => now.length > 0)
  const hasMoved = category[0]?.newest || lists.some(({ isRenamed }) => isRenamed) || partly.some(hasMissing)
  const nothing = [...category, ...empty.flatMap(({ missing }) => missing.map(({ became }) => became))]
  return {
    moved: hasMoved ? moved : null,
    leftOut: partly.flatMap(({ name, missing }) =>
      missing.map(({ value }) => m.listing_unknown_value({ filter: filterName(name), value })),
    ),
    status: nothing.length === 0 ? 200 : nothing.every(({ status }) => status === 410) ? 410 : 404,
    hints: empty.flatMap(({ name, missing }) =>
      missing.map(({ value }) => m.listing_no_such_value({ filter: filterName(name), value })),
    ),
  }
}

const hasMissing = ({ missing }: { missing: readonly unknown[] }) => missing.length > 0
const filterName = (name: ListName) => LIST_LABELS[name]().toLowerCase()

/** Returns a filter's values by the names that they have now, and those that the shop doesn't have. */
async function followValues(context: Catalogue, name: ListName, values: AskedValues[ListName]) {
  const unknown = values.filter(({ known }) => known === null).map(({ value }) => value)
  const kind = KINDS[name]
  const found = kind ? await findMissing(context, kind, unknown) : []
  const never: Missing = { newest: null, status: 404 }
  const became = new Map(unknown.map((value, index) => [value, found[index] ?? never]))
  const now = values.flatMap(({ value, known }) => known ?? became.get(value)?.newest ?? [])
  return {
    name,
    now: [...new Set(now)],
    isRenamed: found.some(({ newest }) => newest !== null),
    missing: [...became].flatMap(([value, one]) => (one.newest === null ? [{ value, became: one }] : [])),
  }
}
