/** Durations in milliseconds, and dates as the shop shows them. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** The time zone of the shop. */
export const TIME_ZONE = 'Asia/Karachi'

let formatter: Intl.DateTimeFormat | undefined

/** Formats a moment as dd/mm/yyyy, hh:mm in Asia/Karachi. The formatter is made on first use: it takes a slow phone a quarter of a second. */
export function formatDateTime(moment: string | Date): string {
  formatter ??= new Intl.DateTimeFormat('en-GB', {
    timeZone: TIME_ZONE,
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return formatter.format(new Date(moment))
}

/** Formats a date as dd/mm/yyyy in Asia/Karachi (XX-21, XX-22). */
export function formatDate(moment: string | Date): string {
  return formatDateTime(moment).slice(0, 10)
}

/** Formats a date as yyyy-mm-dd in Asia/Karachi, for date fields. */
export function dateInPakistan(moment: Date): string {
  return formatDate(moment).split('/').toReversed().join('-')
}

/** Formats how long ago a moment was: 'just now', '5 min ago' (A24), or a date after a week. Both in ms since 1970. */
export function formatAgo(moment: number, now: number): string {
  const passed = now - moment
  const count = (length: number, unit: string) => {
    const whole = Math.floor(passed / length)
    return `${whole} ${unit}${whole === 1 || unit === 'min' ? '' : 's'} ago`
  }
  if (passed < MINUTE) return 'just now'
  if (passed < HOUR) return count(MINUTE, 'min')
  if (passed < DAY) return count(HOUR, 'hour')
  return passed < 7 * DAY ? count(DAY, 'day') : formatDate(new Date(moment))
}

/** Formats a waiting time: '45 seconds', '5 minutes', '23 hours and 56 minutes'. From two minutes on it is rounded up to minutes. */
export function formatWait(seconds: number): string {
  const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`
  if (seconds < 120) return count(seconds, 'second')
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return count(minutes, 'minute')
  const rest = minutes % 60
  return count(Math.floor(minutes / 60), 'hour') + (rest === 0 ? '' : ` and ${count(rest, 'minute')}`)
}
