import { HOUR } from '~/platform/time'
import { momentWords } from '../dates'

/** Pakistan has no summer time. */
const AHEAD_OF_UTC = 5 * HOUR

/** Returns a moment as the value of a `datetime-local` field, in Asia/Karachi: 2026-03-01T10:00. */
export function localTime(moment: string): string {
  return new Date(Date.parse(moment) + AHEAD_OF_UTC).toISOString().slice(0, 16)
}

/** Whether a text is a time that exists, as a `datetime-local` field sends it. */
export function isLocalTime(text: string): boolean {
  return /^20\d\d-\d\d-\d\dT\d\d:\d\d$/.test(text) && exists(`${text}Z`, text)
}

/** Whether a text is a day that exists, as a `date` field sends it: yyyy-mm-dd. */
export function isDay(text: string | null): text is string {
  return text !== null && /^20\d\d-\d\d-\d\d$/.test(text) && exists(text, text)
}

/** Some engines take the 31st of February for the 3rd of March, and the database refuses it. */
function exists(moment: string, text: string): boolean {
  const parsed = new Date(moment)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)
}

/** Returns a period as 'from … until …', or null if it has neither end. */
export function periodWords(from: string | null, until: string | null): string | null {
  const words = [from ? `from ${momentWords(from)}` : '', until ? `until ${momentWords(until)}` : '']
  return words.filter(Boolean).join(' ') || null
}
