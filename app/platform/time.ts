import { currentLanguage } from '~/language/current'
import { inOneLine, perLanguage } from '~/language/formats'
import { m } from '~/language/messages'

/** Durations in milliseconds, and dates as the shop shows them. */
export const SECOND = 1000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export const TIME_ZONE = 'Asia/Karachi'

let formatter: Intl.DateTimeFormat | undefined

/** Formats a moment as dd/mm/yyyy, hh:mm in Asia/Karachi. The formatter is made on first use: it takes a slow phone a quarter of a second. */
export function formatDateTime(moment: string | Date): string {
  const digits = inDigits(moment)
  return currentLanguage() === 'ur' ? `${formatDate(moment)}، ${digits.slice(-5)}` : digits
}

function inDigits(moment: string | Date): string {
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

const longDate = perLanguage((locale) => new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, dateStyle: 'long' }))

/** Formats a date in Asia/Karachi as dd/mm/yyyy (XX-21, XX-22), and in Urdu with the month's name, as docs/urdu.md says. */
export function formatDate(moment: string | Date): string {
  return currentLanguage() === 'ur' ? inOneLine(longDate().format(new Date(moment))) : inDigits(moment).slice(0, 10)
}

/** Formats a date as yyyy-mm-dd in Asia/Karachi, for date fields. */
export function dateInPakistan(moment: Date): string {
  return inDigits(moment).slice(0, 10).split('/').toReversed().join('-')
}

/** Formats a waiting time: '45 seconds', '5 minutes', '23 hours and 56 minutes'. From two minutes on it is rounded up to minutes. */
export function formatWait(seconds: number): string {
  if (seconds < 120) return m.platform_seconds({ count: seconds })
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return m.platform_minutes({ count: minutes })
  const hours = m.platform_hours({ count: Math.floor(minutes / 60) })
  const rest = minutes % 60
  return rest === 0 ? hours : m.platform_hours_and_minutes({ hours, minutes: m.platform_minutes({ count: rest }) })
}
