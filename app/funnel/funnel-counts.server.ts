import { randomUUID } from 'node:crypto'
import { dateInPakistan } from '~/platform/time'

/** The steps that are counted here. Those from the order on are in the orders. */
export const STEPS = ['viewed', 'prefetched', 'in_cart', 'checkout'] as const
export type Step = (typeof STEPS)[number]

/** How often a step was counted on a day in Pakistan, yyyy-mm-dd. */
export interface FunnelSum {
  day: string
  step: Step
  count: number
}

export class FunnelCounts {
  /** Names this run of the process in the database. */
  readonly run = randomUUID()
  #days = new Map<string, Map<Step, number>>()
  #hasChanged = false

  count(step: Step): void {
    const today = dateInPakistan(new Date())
    const steps = this.#days.get(today) ?? new Map<Step, number>()
    this.#days.set(today, steps.set(step, (steps.get(step) ?? 0) + 1))
    this.#hasChanged = true
  }

  /** Returns whether something was counted since the last call. */
  takeChanged(): boolean {
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    return hasChanged
  }

  /** The next call of `takeChanged` returns true. */
  markChanged(): void {
    this.#hasChanged = true
  }

  /** Returns the sums since the process began, of the days that aren't forgotten. */
  sums(): FunnelSum[] {
    return [...this.#days].flatMap(([day, steps]) => [...steps].map(([step, count]) => ({ day, step, count })))
  }

  /** Forgets the days before today, once the database has them. */
  forgetEarlierDays(): void {
    const today = dateInPakistan(new Date())
    for (const day of this.#days.keys()) if (day !== today) this.#days.delete(day)
  }
}

declare module '~/platform/shop.server' {
  interface RoomServices {
    funnel: FunnelCounts
  }
}
