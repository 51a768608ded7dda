/** Reads the number of a page from an address; what isn't one counts as 1. */
export function pageNumber(parameters: URLSearchParams, name = 'page'): number {
  const page = Number(parameters.get(name))
  return Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1
}
