import { DAY } from '~/platform/time'
import { isDay } from '../form/local-time'

/** Days in Pakistan as yyyy-mm-dd, both included. */
export interface Period {
  from: string
  until: string
}

/** The longest period of which the database function `desk_sales` returns figures. */
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
