import { pageMeta } from '~/ui/page-meta'
import type { PageHandle } from '~/ui/page-handle'

/** The handle of every page of the desk. */
export const DESK_PAGE = { styles: ['forms', 'cart', 'profile', 'desk'], hasOwnLayout: true } satisfies PageHandle

/** Returns the `handle` and the `meta` of a page of the desk. */
export function deskPage(title: string, more: PageHandle = {}) {
  const handle: PageHandle = { ...DESK_PAGE, ...more }
  return { handle, meta: () => pageMeta(title, { hidden: true }) }
}
