/** Durations in milliseconds, and dates as the shop shows them. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

const parts = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Karachi',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** dd/mm/yyyy in Asia/Karachi (document 2, section 9). */
export function formatDate(moment: string | Date): string {
  return parts.format(new Date(moment)).slice(0, 10)
}

/** dd/mm/yyyy, hh:mm in Asia/Karachi. */
export function formatDateTime(moment: string | Date): string {
  return parts.format(new Date(moment))
}
