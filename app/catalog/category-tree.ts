/** A category with its depth under the roots and the names above it. */
export interface CategoryNode {
  name: string
  depth: number
  /** Names from the root down, without its own. */
  above: string[]
}

interface CategoryRow {
  id: string
  name: string
  parent_id: string | null
}

/** Every category in reading order: each root, then everything under it (three levels, document 2, section 3). */
export function categoryTree(
  rows: readonly CategoryRow[],
  parent: string | null = null,
  above: string[] = [],
): CategoryNode[] {
  return rows
    .filter(({ parent_id }) => parent_id === parent)
    .flatMap(({ id, name }) => [{ name, depth: above.length, above }, ...categoryTree(rows, id, [...above, name])])
}

/** Steps of a breadcrumb to the listings of these categories. */
export function categorySteps(names: readonly string[]): { name: string; to: string }[] {
  return names.map((name) => ({ name, to: `/product-listing?category=${encodeURIComponent(name)}` }))
}
