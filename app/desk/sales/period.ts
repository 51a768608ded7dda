import { DAY } from '~/platform/time'
import { isDay } from '../form/local-time'

/** Days in Pakistan as yyyy-mm-dd, both included. */
export interface Period {
  from: string
  until: string
}

/** The longest period of which the database functions of sales return figures. */
export const MAX_DAYS = 366
const USUAL_DAYS = 30

/** Reads a period from an address: the last thirty days unless it has one; of a longer one than 366 days, the last. */
export function parsePeriod(parameters: URLSearchParams, today: string): Period {
  const [given, last] = [parameters.get('from'), parameters.get('until')]
  const until = isDay(last) ? last : today
  if (!isDay(given) || given > until) return { from: addDays(until, 1 - USUAL_DAYS), until }
  const earliest = addDays(until, 1 - MAX_DAYS)
  return { from: given < earliest ? earliest : given, until }
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
}

export function periodQuery({ from, until }: Period): string {
  return `from=${from}&until=${until}`
}

/** Returns the period of the same length that ends where this one begins. */
export function periodBefore({ from, until }: Period): Period {
  const days = (Date.parse(until) - Date.parse(from)) / DAY + 1
  return { from: addDays(from, -days), until: addDays(from, -1) }
}

/** Reads a month as yyyy-mm, or returns null. */
export function parseMonth(parameters: URLSearchParams): string | null {
  const month = parameters.get('month')
  return isDay(`${month}-01`) ? month : null
}

/** Returns the days of a period, the latest first. */
export function daysOf({ from, until }: Period): string[] {
  const days: string[] = []
  for (let day = until; day >= from; day = addDays(day, -1)) days.push(day)
  return days
}
