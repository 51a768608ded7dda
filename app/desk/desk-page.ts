import type { PageHandle } from '~/ui/page-handle'

/** The handle of every page of the desk. */
export const DESK_PAGE = { styles: ['forms', 'cart', 'profile', 'desk'], hasOwnLayout: true } satisfies PageHandle
