import type { Settings } from '~/platform/env.server'
import type { Courier } from './courier'
import { PostEx } from './postex.server'

/** The name of PostEx among the couriers of the database. */
const POSTEX = 'PostEx'

const opened = new WeakMap<Settings, PostEx>()

/** Returns the couriers that the shop asks itself. */
export function askedCouriers({ POSTEX_MODE }: Pick<Settings, 'POSTEX_MODE'>): string[] {
  return POSTEX_MODE === 'off' ? [] : [POSTEX]
}

/** Returns a courier by its name; those that the shop can't ask are dealt with by hand. */
export function courierOf(settings: Settings, name: string | null): Courier {
  if (name === null || !askedCouriers(settings).includes(name)) return BY_HAND
  const known = opened.get(settings) ?? new PostEx(settings)
  opened.set(settings, known)
  return known
}

/** A courier that operators deal with themselves: they enter its numbers and say where its parcels are. */
const BY_HAND: Courier = {
  book: async () => ({
    outcome: 'refused',
    problem: 'The shop can’t book with this courier. Please enter the tracking number.',
  }),
  find: async () => null,
  cancel: async () => ({ outcome: 'cancelled' }),
  track: async () => [],
  bills: async () => null,
  cities: async () => [],
}
