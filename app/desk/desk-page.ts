import type { HeadersFunction } from '@remix-run/node'
import { pageMeta } from '~/ui/page-meta'
import type { PageHandle } from '~/ui/page-handle'

export const DESK_PAGE = {
  styles: ['forms', 'cart', 'timeline', 'profile', 'desk'],
  hasOwnLayout: true,
} satisfies PageHandle

/** Returns the `handle` and the `meta` of a page of the desk; and `headers`, which pass on Retry-After of a rate-limited form. */
export function deskPage(title: string, more: PageHandle = {}) {
  const handle: PageHandle = { ...DESK_PAGE, ...more }
  const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders
  return { handle, headers, meta: () => pageMeta(title, { hidden: true }) }
}

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function isId(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && ID.test(text)
}

/** Returns the ID in an address, or throws a 404. */
export function idOf({ id }: { id?: string }): string {
  return found(isId(id) ? id : null)
}

/** Returns what was looked for, or throws a 404. */
export function found<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new Response(null, { status: 404 })
  return value
}
