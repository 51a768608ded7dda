import { formatAgo } from '~/chat/words/ago'
import { DAY, formatDate, formatDateTime } from '~/platform/time'

// Dates at the desk, which is in English. As digits they would be read the other way round beside the browser's own fields.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a date as '1 Nov 2026', in Asia/Karachi. */
export function dateWords(moment: string | Date): string {
  const [day, month, year] = formatDate(moment).split('/')
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}`
}

/** Formats a moment as '1 Nov 2026, 14:05', in Asia/Karachi. */
export const momentWords = (moment: string | Date) => `${dateWords(moment)}, ${formatDateTime(moment).slice(-5)}`

/** Formats how long ago a moment was, as '5 min ago', or from a week on its date. `now` is in ms since 1970. */
export function agoWords(moment: string | number, now: number): string {
  const at = new Date(moment)
  return now - at.getTime() < 7 * DAY ? formatAgo(at.getTime(), now) : dateWords(at)
}
