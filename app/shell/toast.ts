import { SECOND } from '~/platform/time'

export interface Message {
  message: string
  type: string
}

/** XX-15 */
const MAX_TOASTS = 20

/** Returns the duration of a toast in milliseconds, or null for no limit (XX-12, XX-13, XX-14). `onPage` is the page's own duration. */
export function toastDuration(type: string, onPage?: number): number | null {
  if (type === 'loading') return null
  if (onPage !== undefined) return onPage
  return type === 'success' ? 2 * SECOND : 4 * SECOND
}

/** Adds a toast. Drops the oldest ones above the maximum. */
export function withToast<Toast>(toasts: readonly Toast[], added: Toast): Toast[] {
  return [...toasts, added].slice(-MAX_TOASTS)
}
