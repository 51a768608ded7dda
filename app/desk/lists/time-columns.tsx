import { z } from 'zod'
import { dateInPakistan } from '~/platform/time'
import { whole as wholeNumber } from '~/platform/whole-number.schema'
import { dateWords, momentWords } from '../dates'
import { line, time, WHOLE } from '../form/edit-fields'
import { moment as localTime, plain } from '../form/form-fields'
import { ticks } from '../form/ticks'
import { column, show, whole, type Column } from './columns'

// Columns of days, times and durations.

/** A day, as yyyy-mm-dd. */
export const day = (name: string, label: string): Column => ({
  ...column(name, label, plain('Please enter a day.').pipe(z.iso.date('Please enter a day.')), {
    type: 'date',
    autoComplete: undefined,
  }),
  cell: (stored) => {
    const at = z.string().parse(stored)
    return at < dateInPakistan(new Date()) ? `${dateWords(at)}, past` : dateWords(at)
  },
})

/** A time of the day, as hh:mm. */
export function clock(name: string, label: string, hint: string): Column {
  const schema = z.iso.time({ error: 'Please enter a time, such as 14:00.', precision: -1 })
  const props = { type: 'time', autoComplete: undefined, hint }
  return column(name, label, schema, props, (stored) => show(stored)?.slice(0, 5))
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const ISO_DAYS = WEEKDAYS.map((weekday, index) => ({ id: String(index + 1), name: weekday }))

/** Days of the week, by their ISO numbers. */
export function weekdays(name: string, label: string): Column {
  const asked = 'Please tick a day.'
  const schema = z.array(wholeNumber(1, 7), asked).min(1, asked)
  const field = (stored: unknown) =>
    ticks(name, label, ISO_DAYS, { stored: z.array(z.coerce.string()).catch([]).parse(stored) })
  return { ...column(name, label, schema), field }
}

/** An interval of PostgreSQL, such as `1 day 02:30:00`. */
const INTERVAL = /^(?:(\d+) days? ?)?(?:(\d+):(\d\d):\d\d)?$/
const MINUTES = { minutes: 1, hours: 60 }

/** How long something lasts. */
export function duration(name: string, label: string, unit: keyof typeof MINUTES, least: number, most: number): Column {
  const number = whole(name, label, least, most)
  const count = (stored: unknown) => {
    const [, days = 0, hours = 0, minutes = 0] = INTERVAL.exec(show(stored) ?? '') ?? []
    return (Number(days) * 1440 + Number(hours) * 60 + Number(minutes)) / MINUTES[unit]
  }
  const schema = number.schema.transform((value) => `${String(value)} ${unit}`)
  const field = (stored: unknown) => line(name, label, stored === undefined ? stored : count(stored), WHOLE)
  return { ...number, schema, field }
}

/** A moment, which may be left out. Pakistan has no summer time. */
export function moment(name: string, label: string, hint: string): Column {
  const schema = localTime.transform((local) => local && `${local}+05:00`)
  const cell = (stored: unknown) => (stored ? momentWords(String(show(stored))) : '')
  return { ...column(name, label, schema), field: (stored) => time(name, label, show(stored), hint), cell }
}
