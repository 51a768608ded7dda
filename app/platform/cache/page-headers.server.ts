/** The request headers that a cached page depends on, by their lower-case names, and how many Host headers there are. */
export interface PageHeaders {
  hosts: number
  cookie?: string
  authorization?: string
  'save-data'?: string
  'accept-encoding'?: string
  'accept-language'?: string
  'if-none-match'?: string
}

type PageHeader = Exclude<keyof PageHeaders, 'hosts'>

/** By the lengths of their names, so that most other headers are passed over without a look at their letters. */
const NAMES = new Map<number, readonly PageHeader[]>([
  [6, ['cookie']],
  [9, ['save-data']],
  [13, ['authorization', 'if-none-match']],
  [15, ['accept-encoding', 'accept-language']],
])

/**
 * Reads them from alternating names and values. Node's own `headers` object is built from all of a browser's headers, which takes
 * longer than choosing the cached page does.
 */
export function readPageHeaders(rawHeaders: string[]): PageHeaders {
  const headers: PageHeaders = { hosts: 0 }
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') headers.hosts += 1
    const wanted = NAMES.get(name.length)?.find((known) => known === name.toLowerCase())
    if (wanted) add(headers, wanted, rawHeaders[index + 1] ?? '')
  }
  return headers
}

/** Joins the values of a repeated header as Node does. */
function add(headers: PageHeaders, name: PageHeader, value: string): void {
  const first = headers[name]
  headers[name] = first === undefined ? value : `${first}${name === 'cookie' ? '; ' : ', '}${value}`
}
