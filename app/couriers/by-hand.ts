import type { Courier } from './courier'

/** A courier that operators deal with themselves: they enter its numbers and say where its parcels are. */
export const BY_HAND: Courier = {
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
