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

/** Formats a moment as dd/mm/yyyy, hh:mm in Asia/Karachi, and in Urdu as '29 نومبر 2026، رات 12:43'. */
export function formatDateTime(moment: string | Date): string {
  if (currentLanguage() !== 'ur') return inDigits(moment)
  return `${formatDate(moment)}، ${inOneLine(partOfDay(minutesOf(moment)))}`
}

/**
 * Formats a moment to come as people say it: 'tomorrow, 7 PM', 'Tuesday, 7 PM', or with its date if it is a week away. From half a day on,
 * minutes are left out. Texts that are read later, such as mails, give no `now` (ms since 1970), and have the day and minutes.
 */
export function formatDeadline(moment: string | Date, now?: number): string {
  const minutes = minutesOf(moment)
  if (now === undefined) return m.platform_date_at({ date: dayWords(moment), time: timeWords(minutes) })
  const left = new Date(moment).getTime() - now
  const time = timeWords(left < 12 * HOUR ? minutes : minutes - (minutes % 60))
  const isIn = (days: number) => dateInPakistan(new Date(moment)) === dateInPakistan(new Date(now + days * DAY))
  if (isIn(0)) return m.platform_today_at({ time })
  if (isIn(1)) return m.platform_tomorrow_at({ time })
  return m.platform_date_at({ date: left < 6 * DAY ? weekday().format(new Date(moment)) : formatDate(moment), time })
}

const weekday = perLanguage((locale) => new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, weekday: 'long' }))

/** Returns '2 PM' for 840 minutes after midnight, and '2:30 PM' for 870. */
export function timeWords(minutes: number): string {
  return inOneLine(m.platform_o_clock({ time: partOfDay(minutes, minutes % 60 === 0) }))
}

function partOfDay(minutes: number, isWholeHour = false): string {
  const hour = Math.floor(minutes / 60)
  const time = `${hour % 12 === 0 ? 12 : hour % 12}${isWholeHour ? '' : `:${String(minutes % 60).padStart(2, '0')}`}`
  if (hour < 4) return m.platform_before_dawn({ time })
  if (hour < 12) return m.platform_morning({ time })
  if (hour < 16) return m.platform_afternoon({ time })
  return hour < 20 ? m.platform_evening({ time }) : m.platform_night({ time })
}

/** Returns the minutes after midnight in Asia/Karachi. */
function minutesOf(moment: string | Date): number {
  const [hour, minute] = inDigits(moment).slice(-5).split(':')
  return Number(hour) * 60 + Number(minute)
}

/** The formatter is made on first use: it takes a slow phone a quarter of a second. */
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

/** Formats a date in Asia/Karachi as dd/mm/yyyy (XX-21, XX-22), and in Urdu as '29 نومبر 2026', without the comma of `Intl`. */
export function formatDate(moment: string | Date): string {
  if (currentLanguage() !== 'ur') return inDigits(moment).slice(0, 10)
  return inOneLine(longDate().format(new Date(moment)).replace('،', ''))
}

const shortDay = perLanguage(
  (locale) =>
    new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, weekday: 'short', day: 'numeric', month: 'short' }),
)

/** Formats a day near now in Asia/Karachi as 'Thu 26 Nov': days of arrival, and all dates in mails. */
export function dayWords(moment: string | Date): string {
  return inOneLine(shortDay().format(new Date(moment)).replace(/[,،]/, ''))
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
