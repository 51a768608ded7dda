import type { Reach } from '~/platform/remix/route-table.server'
import type { Needs, Reporting } from '~/platform/context.server'
import type { SheetName } from '~/styles/sheets'
import type { PlaceElements } from './place'

/** The parts of the request's context that places may be filled from. */
export type PlacesContext = Needs<
  'backends' | 'catalogue' | 'cookies' | 'route' | 'sendCookie' | 'sessions' | 'visitor' | Reporting
>
export type ReadPlaces = (
  context: PlacesContext,
  request: Request,
  names: ReadonlySet<string>,
) => Promise<PlaceElements>

/** A route's `handle`: what the document and the server need to know about its page. */
export interface PageHandle {
  /** Additional style sheets; a function of the query and the loader's data for a page that shows one of several parts. */
  styles?: readonly SheetName[] | ((query: URLSearchParams, data: unknown) => readonly SheetName[])
  /** The page's own duration of toasts, in milliseconds. */
  toastDuration?: number
  /** The position of toasts; top centre by default (A39). */
  toastPosition?: 'right'
  /** The page itself shows a message that describes what it is about. */
  showsDescribed?: true
  /** Pages with another task, such as login or payment, have no newsletter form. */
  withoutNewsletter?: true
  /**
   * The query parameters that the page varies by. A page with this field, even an empty array, must be the same for every anonymous
   * visitor. It is cached, and its loader doesn't see other parameters.
   */
  cachedBy?: readonly string[]
  /** The query parameters with which such a page is rendered for each request: what is about one shopper, and free text. */
  uncachedBy?: readonly string[]
  hasFloatingCart?: true
  /** Other sites lead here by a form too, such as payment pages. It is opened by GET then. */
  opensByGet?: true
  /** Whether the page has the minimal header, without the shop's menus. */
  hasMinimalHeader?: boolean
  /** The page has neither the shop's header and footer nor, without `hasAreas`, its scripts. */
  hasOwnLayout?: true
  /** A page with its own layout that has areas. */
  hasAreas?: true
  /** The message that the page shows after a form that was larger than forms may be (read-body.server.ts). */
  tooLarge?: string
  /** Reads the contents of the page's own places for a known visitor. `names` are the places that the page has. */
  readPlaces?: ReadPlaces
  /** The other servers that the page uses: targets of its forms, including redirects, and sources of its pictures. */
  reaches?: readonly Reach[]
}
