/** The states of a parcel (table `shop.shipments`). */
export const STATES = [
  'waiting',
  'booked',
  'moving',
  'delivered',
  'returning',
  'returned',
  'cancelling',
  'cancelled',
  'refused',
] as const

export const STATE_NAMES: Record<(typeof STATES)[number], string> = {
  waiting: 'Waits to be booked',
  booked: 'Booked',
  moving: 'On its way',
  delivered: 'Delivered',
  returning: 'On its way back',
  returned: 'Came back',
  cancelling: 'Waits to be cancelled',
  cancelled: 'Cancelled',
  refused: 'Refused',
}

/** The lists of the database function `desk_parcels`. */
export const LISTS = { waiting: 'Waiting', booked: 'Booked', moving: 'On their way', problems: 'Problems' } as const
export type ParcelList = keyof typeof LISTS

/** Returns lists of at most `size`. */
export function inGroups<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  )
}
