import type { ListingQuery } from './listing-query'
import { listingUrl } from './listing-url'

/** Which lists of the filters are expanded: by the URL, or by a click since. */
export interface Expansion {
  more: readonly string[]
  opened: readonly string[]
  open: (list: string) => void
}

export function isExpanded({ more, opened }: Expansion, list: string): boolean {
  return more.includes(list) || opened.includes(list)
}

export function expandLink(query: ListingQuery, { more, open }: Expansion, list: string) {
  const url = listingUrl(query)
  return {
    href: `${url}${url.includes('?') ? '&' : '?'}more=${Array.from(new Set([...more, list])).join(',')}#filters`,
    onClick: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      open(list)
    },
  }
}
