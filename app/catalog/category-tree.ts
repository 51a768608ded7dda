/** A category with its depth under the roots and the names above it. */
export interface CategoryNode {
  name: string
  depth: number
  /** Names from the root down, without its own. */
  above: string[]
  /** How many products it lists; undefined when they weren't counted. */
  count?: number
}

interface CategoryRow {
  id: string
  name: string
  parent_id: string | null
}

/**
 * Every category in reading order: each root, then everything under it (three levels, document 2, section 3). `counts` holds how
 * many products each lists, by its id.
 */
export function categoryTree(
  rows: readonly CategoryRow[],
  counts: Record<string, number> | null = null,
  parent: string | null = null,
  above: string[] = [],
): CategoryNode[] {
  return rows
    .filter(({ parent_id }) => parent_id === parent)
    .flatMap(({ id, name }) => [
      { name, depth: above.length, above, ...(counts ? { count: counts[id] ?? 0 } : {}) },
      ...categoryTree(rows, counts, id, [...above, name]),
    ])
}

/** Steps of a breadcrumb to the listings of these categories. */
export function categorySteps(names: readonly string[]): { name: string; to: string }[] {
  return names.map((name) => ({ name, to: `/product-listing?category=${encodeURIComponent(name)}` }))
}
