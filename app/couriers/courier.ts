import type { AddressColumns } from '~/address/address-parts'

/** What a courier needs to know of a parcel. */
export interface Parcel {
  /** The order's number, which is the courier's reference. */
  number: string
  address: Partial<AddressColumns<string | null>> & { country?: string | null }
  /** As in E.164. */
  phone: string | null
  city: string
  /** What the courier collects at the door, in paisa. */
  toCollect: number
  items: readonly { name: string; quantity: number; size: string | null; color: string | null }[]
  notes: string | null
}

/** 'refused' if it is certain that nothing was done; else the same is asked again. The problem is shown at the desk. */
export interface NotDone {
  outcome: 'refused' | 'unknown'
  problem: string
}

/** Where a parcel is (database function `note_tracking`). */
export type ParcelState = 'booked' | 'moving' | 'delivered' | 'returning' | 'returned' | 'cancelled'

export interface Whereabouts {
  tracking: string
  /** Null if the courier's words tell nothing of it. */
  state: ParcelState | null
  words: string
}

/**
 * A courier as the shop asks it. None of them throws but `find`, `track` and `cities`, when the courier doesn't say. Each call ends within half
 * a minute, and a booking with its look-up within 60 seconds: then the database hands the parcel out again.
 */
export interface Courier {
  book: (parcel: Parcel) => Promise<{ outcome: 'booked'; tracking: string } | NotDone>
  /** Returns the tracking number of an order's parcel that was booked since then and isn't cancelled; null if there is none. */
  find: (number: string, since: Date) => Promise<string | null>
  cancel: (tracking: string) => Promise<{ outcome: 'cancelled' } | NotDone>
  track: (tracking: readonly string[]) => Promise<Whereabouts[]>
  /** Returns a PDF of the airway bills of at most `MAX_BILLS` parcels; null if the courier has none. */
  bills: (tracking: readonly string[]) => Promise<Uint8Array<ArrayBuffer> | null>
  /** Returns the cities that it delivers to, as it writes them. */
  cities: () => Promise<string[]>
}

/** Airway bills that PostEx puts into one file. */
export const MAX_BILLS = 10
