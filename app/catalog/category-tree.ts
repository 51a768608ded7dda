import { nameOf } from '~/language/names'
/** A category with its depth and ancestors. */
export interface CategoryNode {
  name: string
  depth: number
  /** Names of its ancestors, from the root. */
  ancestors: string[]
  /** Number of its products; undefined if not counted. */
  count?: number
}

interface CategoryRow {
  id: string
  name: string
  parent_id: string | null
}

/**
 * Returns the categories in tree order, each before its children (up to three levels, LS-35). `counts` holds the number of products by
 * category ID.
 */
export function categoryTree(
  rows: readonly CategoryRow[],
  counts: Record<string, number> | null = null,
  parent: string | null = null,
  ancestors: string[] = [],
): CategoryNode[] {
  return rows
    .filter(({ parent_id }) => parent_id === parent)
    .flatMap(({ id, name }) => [
      { name, depth: ancestors.length, ancestors, ...(counts ? { count: counts[id] ?? 0 } : {}) },
      ...categoryTree(rows, counts, id, [...ancestors, name]),
    ])
}

/** Returns the names of the categories that a search without results may mean: those with one of its words, else those of the home page. */
export function suggestedCategories(search: string, rows: readonly { name: string; is_home: boolean }[]): string[] {
  const words = search.toLowerCase().match(/[\p{L}\p{M}\p{N}]{3,}/gu) ?? []
  const isNamed = (name: string) => words.some((word) => name.toLowerCase().includes(word.replace(/s$/, '')))
  const named = rows.filter(({ name }) => isNamed(name))
  return (named.length > 0 ? named : rows.filter(({ is_home }) => is_home)).map(({ name }) => name)
}

export function categoryUrl(name: string): string {
  return `/product-listing?category=${encodeURIComponent(name)}`
}

export function categorySteps(names: readonly string[]): { name: string; to: string }[] {
  return names.map((name) => ({ name: nameOf('category', name), to: categoryUrl(name) }))
}
