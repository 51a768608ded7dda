import { m } from '~/language/messages'
import { HOME_COUNTRY } from './countries'
import { dayWords, timeWords } from '~/platform/time'
import { termsOf, type DeliveryTerms } from './terms'

/** The first and last day of the expected arrival, as yyyy-mm-dd in Asia/Karachi. */
export interface Arrival {
  from: string
  until: string
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Pakistan has been at UTC+5 without daylight saving time since 2009. */
const UTC_OFFSET = 300 * MINUTE
/** The longest possible search: 60 business days with one per week, and holidays. */
const MAX_DAYS = 500

/** Returns the days since 1970 and the minutes since midnight, in Asia/Karachi. */
function localTime(moment: number): { day: number; minutes: number } {
  const local = moment + UTC_OFFSET
  const day = Math.floor(local / DAY)
  return { day, minutes: (local - day * DAY) / MINUTE }
}

const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)
/** Monday is 1. The first day of 1970 was a Thursday. */
const weekday = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1

function isBusinessDay(terms: DeliveryTerms, day: number): boolean {
  return terms.businessDays.includes(weekday(day)) && !terms.holidays.some((holiday) => holiday.day === dateOf(day))
}

/** Returns the business day `count` business days after the first one from `start` on; null if there is none within MAX_DAYS. */
function businessDay(terms: DeliveryTerms, start: number, count: number): number | null {
  let left = count
  for (let day = start; day < start + MAX_DAYS; day += 1) {
    if (!isBusinessDay(terms, day)) continue
    if (left === 0) return day
    left -= 1
  }
  return null
}

/**
 * Returns when an order placed at a moment (ms since 1970) arrives, or null if the country isn't served. After the cut-off or on a
 * non-business day it is sent on the next business day (decision 123). The database function `shop.arrival` computes the same for the
 * order.
 */
export function arrivalOf(terms: DeliveryTerms, country: string, moment: number): Arrival | null {
  const served = termsOf(terms, country)
  if (!served) return null
  const { day, minutes } = localTime(moment)
  const start = minutes >= terms.cutOff ? day + 1 : day
  const from = businessDay(terms, start, served.firstDay)
  const until = businessDay(terms, start, served.lastDay)
  return from === null || until === null ? null : { from: dateOf(from), until: dateOf(until) }
}

/** Returns the moment (ms since 1970) from which `arrivalPromise` may change: the next cut-off or midnight. */
export function arrivalPromiseExpiry(terms: DeliveryTerms, moment: number): number {
  const { day, minutes } = localTime(moment)
  const start = day * DAY - UTC_OFFSET
  return minutes < terms.cutOff ? start + terms.cutOff * MINUTE : start + DAY
}

/** Returns 'Order by 2 PM today: arrives Thu 26 Nov – Mon 30 Nov.', or only the arrival after today's cut-off. */
export function arrivalPromise(terms: DeliveryTerms, moment: number, country = HOME_COUNTRY): string | null {
  const arrival = arrivalOf(terms, country, moment)
  if (!arrival) return null
  const { day, minutes } = localTime(moment)
  const isBeforeCutOff = minutes < terms.cutOff && isBusinessDay(terms, day)
  const words = arrivalWords(arrival)
  return isBeforeCutOff
    ? m.delivery_order_by({ time: timeWords(terms.cutOff), days: words })
    : m.delivery_arrives_on({ days: words })
}

/** Returns 'Thu 26 Nov – Mon 30 Nov', or a single day. */
export function arrivalWords({ from, until }: Arrival): string {
  return from === until ? dayWords(from) : m.delivery_from_until({ from: dayWords(from), until: dayWords(until) })
}
