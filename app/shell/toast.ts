import { SECOND } from '~/platform/time'

export interface Message {
  message: string
  type: string
}

/** Toasts that may stand beside each other (document 1, section 9). */
const MOST_TOASTS = 20

/**
 * How long a toast stays, in milliseconds; null for as long as what it tells of goes on (document 1, section 9).
 * `onPage` is the page's own time, where it has one (document 2, section 8).
 */
export function toastDuration(type: string, onPage?: number): number | null {
  if (type === 'loading') return null
  if (onPage !== undefined) return onPage
  return type === 'success' ? 2 * SECOND : 4 * SECOND
}

/** The toasts with one more; the oldest go first when there are too many. */
export function withToast<Toast>(toasts: readonly Toast[], added: Toast): Toast[] {
  return [...toasts, added].slice(-MOST_TOASTS)
}
