import type { SheetName } from '~/styles/sheets'

/** What a route tells the document about itself. */
export interface PageHandle {
  /** Styles beyond those of every page. */
  styles?: readonly SheetName[]
  /** How long messages stay, in milliseconds, where the page has a time of its own. */
  toasts?: number
  /** Where they stand; top centre elsewhere (A39). */
  toastsPlace?: 'right'
  /** When React arrives: after load, when an enhanced area is touched (the default), or never. */
  react?: 'idle' | 'touch' | 'never'
}
