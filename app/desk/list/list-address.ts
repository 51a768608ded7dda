import { cutText } from '~/platform/text'
import { readWhole } from '~/platform/whole-number'

/** Reads the number of a page from an address; what isn't one counts as 1. */
export function pageNumber(parameters: URLSearchParams, name = 'page'): number {
  const page = readWhole(parameters.get(name))
  return page > 0 && page < 100_000 ? page : 1
}

/** Reads the address of a list: its parameters, what is searched for, and the number of the page. */
export function listAddress({ url }: Request) {
  const { searchParams: parameters } = new URL(url)
  return { parameters, search: searchWords(parameters), page: pageNumber(parameters) }
}

/** Returns the address of a list. The first page and what is empty are left out. */
export function listUrl(path: string, query: Record<string, string | number | null>): string {
  const given = Object.entries(query).filter(([name, value]) => value && !(name === 'page' && value === 1))
  const parameters = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  return parameters.size > 0 ? `${path}?${parameters}` : path
}

export function pathOf({ url }: Request): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Reads what is searched for from an address: at most 100 characters, without those that PostgreSQL refuses. */
export function searchWords(parameters: URLSearchParams, name = 'search'): string {
  return cutText((parameters.get(name) ?? '').trim(), 100)
}
