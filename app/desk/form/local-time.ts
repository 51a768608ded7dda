import { HOUR } from '~/platform/time'

/** Pakistan has no summer time. */
const AHEAD_OF_UTC = 5 * HOUR
/** What a `datetime-local` field sends. */
const LOCAL_TIME = /^20\d\d-\d\d-\d\dT\d\d:\d\d$/

/** Returns a moment as the value of a `datetime-local` field, in Asia/Karachi: 2026-03-01T10:00. */
export function localTime(moment: string): string {
  return new Date(Date.parse(moment) + AHEAD_OF_UTC).toISOString().slice(0, 16)
}

/** Whether a text is a time that exists, as a `datetime-local` field sends it. */
export function isLocalTime(text: string): boolean {
  if (!LOCAL_TIME.test(text)) return false
  const parsed = new Date(`${text}Z`)
  // Some engines take the 31st of February for the 3rd of March.
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)
}
