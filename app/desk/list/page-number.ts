/** Reads the number of a page from an address; what isn't one counts as 1. */
export function pageNumber(parameters: URLSearchParams, name = 'page'): number {
  const page = Number(parameters.get(name))
  return Number.isInteger(page) && page > 0 && page < 100_000 ? page : 1
}

/** Returns the address of the page that a form was posted to, which it leads back to. */
export function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
