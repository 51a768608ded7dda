import type { Reach } from '~/platform/http/security-headers.server'
import type { SheetName } from '~/styles/sheets'

/** What a route tells the document about itself. */
export interface PageHandle {
  /** Styles beyond those of every page; by its query, for a page that shows one of several parts. */
  styles?: readonly SheetName[] | ((query: URLSearchParams) => readonly SheetName[])
  /** How long messages stay, in milliseconds, where the page has a time of its own. */
  toasts?: number
  /** Where they stand; top centre elsewhere (A39). */
  toastsPlace?: 'right'
  /** Pages with a task of their own, such as logging in or paying, don't ask for a subscription. */
  withoutNewsletter?: true
  /**
   * Query parameters that the page varies by, for a page that is the same for every anonymous visitor: it may be cached
   * (an empty list when nothing varies). A page without it is rendered for each request, and so is one with any other parameter.
   */
  cachedBy?: readonly string[]
  /** Whether the page has the quiet header, without the shop's menu. */
  isQuiet?: boolean
  /** Other servers that the page's forms lead to, redirects included, or its pictures come from. */
  reaches?: readonly Reach[]
}
