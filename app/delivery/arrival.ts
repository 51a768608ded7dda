import { HOME, termsOf, timeWords, type DeliveryTerms } from './terms'

/** The days between which a parcel arrives, as yyyy-mm-dd in Asia/Karachi. */
export interface Arrival {
  from: string
  until: string
}

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
/** Pakistan has been five hours ahead of UTC, without summer time, since 2009. */
const AHEAD = 300 * MINUTE
/** No rule reaches further: 60 business days of one a week, and holidays. */
const MOST_DAYS = 500

/** Whole days since 1970 and minutes since midnight, in Asia/Karachi. */
function atHome(moment: number): { day: number; minutes: number } {
  const local = moment + AHEAD
  const day = Math.floor(local / DAY)
  return { day, minutes: (local - day * DAY) / MINUTE }
}

const dateOf = (day: number) => new Date(day * DAY).toISOString().slice(0, 10)
/** The first day of 1970 was a Thursday, 4. */
const weekday = (day: number) => ((((day + 3) % 7) + 7) % 7) + 1

function isBusinessDay(terms: DeliveryTerms, day: number): boolean {
  return terms.businessDays.includes(weekday(day)) && !terms.holidays.some((holiday) => holiday.day === dateOf(day))
}

/** The business day that is `count` business days after the first one on or after `start`; null when none is near. */
function businessDay(terms: DeliveryTerms, start: number, count: number): number | null {
  let left = count
  for (let day = start; day < start + MOST_DAYS; day += 1) {
    if (!isBusinessDay(terms, day)) continue
    if (left === 0) return day
    left -= 1
  }
  return null
}

/**
 * Returns when an order of this moment (ms since 1970) arrives, or null for a country that isn't served. An order from the
 * cut-off on, or on a day without business, is sent on the next business day (document 2, section 9). The database function
 * `shop.arrival` computes the same for the order itself.
 */
export function arrivalOf(terms: DeliveryTerms, country: string, moment: number): Arrival | null {
  const served = termsOf(terms, country)
  if (!served) return null
  const { day, minutes } = atHome(moment)
  const start = minutes >= terms.cutOff ? day + 1 : day
  const from = businessDay(terms, start, served.firstDay)
  const until = businessDay(terms, start, served.lastDay)
  return from === null || until === null ? null : { from: dateOf(from), until: dateOf(until) }
}

/** Returns the moment (ms since 1970) from which `promise` may say something else: the next cut-off or midnight. */
export function promiseEnds(terms: DeliveryTerms, moment: number): number {
  const { day, minutes } = atHome(moment)
  const start = day * DAY - AHEAD
  return minutes < terms.cutOff ? start + terms.cutOff * MINUTE : start + DAY
}

/** Returns 'Order by 2 PM today: arrives Thu 26 – Mon 30 Nov.', or without its first part once today's cut-off has passed. */
export function promise(terms: DeliveryTerms, moment: number, country = HOME): string | null {
  const arrival = arrivalOf(terms, country, moment)
  if (!arrival) return null
  const { day, minutes } = atHome(moment)
  const isBeforeCutOff = minutes < terms.cutOff && isBusinessDay(terms, day)
  const words = arrivalWords(arrival)
  return isBeforeCutOff ? `Order by ${timeWords(terms.cutOff)} today: arrives ${words}.` : `Arrives ${words}.`
}

const dayParts = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' })

/** Returns 'Thu 26 Nov – Mon 30 Nov', or one day. */
export function arrivalWords({ from, until }: Arrival): string {
  const words = (day: string) => dayParts.format(new Date(day)).replace(',', '')
  return from === until ? words(from) : `${words(from)} – ${words(until)}`
}
