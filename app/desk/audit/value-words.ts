import { counted } from '~/platform/text'
import { momentWords } from '../dates'
import { isId } from '../desk-page'

/** `take_role` as 'Take role'. */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A value of the record as an operator reads it: a time, a length of time, a list, an amount, a text. An ID of a row says nothing: ''. */
export function valueInWords(value: unknown): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(valueInWords).filter(Boolean).join(', ') || '–'
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, part]) => [words(name), valueInWords(part)] as const)
      .filter(([, part]) => isSaid(part))
      .map(([name, part]) => `${name}: ${part}`)
      .join('; ')
  const text = String(value).replace(STORED_PICTURE, 'without a description')
  if (isId(text)) return ''
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)) return momentWords(text)
  return intervalInWords(text) ?? text
}

/** Whether the words of a value say anything: those of an ID and of nothing don't. */
export const isSaid = (value: string) => value !== '' && value !== '–'

/** The address of a picture, which the record has in place of a description. */
const STORED_PICTURE = /^\/storage\/v1\/object\/\S+/

/** `1 day 02:00:00`, as PostgreSQL writes an interval, as '1 day 2 hours'; null if the text is none. */
function intervalInWords(text: string): string | null {
  const [, days, hours, minutes, seconds] = /^(?:(\d+) days? ?)?(?:(\d{2,}):(\d\d):(\d\d))?$/.exec(text) ?? []
  const parts = [
    [days, 'day'],
    [hours, 'hour'],
    [minutes, 'minute'],
    [seconds, 'second'],
  ] as const
  const given = parts.filter(([count]) => Number(count) > 0)
  if (given.length === 0) return hours ? 'none' : null
  return given.map(([count, unit]) => counted(Number(count), unit)).join(' ')
}
