import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'

/** Why a shopper can't change an order, or not so, by the tokens of `edit_own_order`. */
const REFUSALS = {
  being_paid: m.orders_edit_being_paid,
  status_not_allowed: m.orders_edit_too_late,
  order_lapsed: m.orders_edit_lapsed,
  parcel_booked: m.orders_edit_packed,
  order_packed: m.orders_edit_packed,
  changes_off: m.orders_edit_off,
  too_many_changes: m.orders_edit_too_many,
  changed_meanwhile: m.orders_edit_meanwhile,
  last_item: m.orders_edit_last_item,
  country_not_served: m.orders_edit_country,
  invalid_address: m.orders_edit_address,
  invalid_name: m.orders_edit_address,
  invalid_phone: m.orders_edit_address,
} satisfies Record<string, () => string>

const isKnown = (token: string): token is keyof typeof REFUSALS => Object.hasOwn(REFUSALS, token)

/** Returns why an order isn't changed, in words for the shopper; null for another token. */
export const changeRefusal = (token: string): string | null => (isKnown(token) ? REFUSALS[token]() : null)

/** A line of an order that is refused: why, and what was asked for. */
export interface RefusedItem {
  problem: 'gone' | 'choice' | 'sold_out' | 'stock' | 'pieces'
  name?: string | null
  size: string | null
  color: string | null
  stock: number | null
  most: number | null
}

export function itemProblemWords({ problem, name, size, color, stock, most }: RefusedItem): string {
  const what = listed([name, size, color && nameOf('color', color)])
  if (problem === 'gone') return m.orders_edit_gone({ what })
  if (problem === 'choice') return m.orders_edit_choice({ what })
  if (problem === 'pieces') return m.orders_edit_pieces({ what, count: most ?? 0 })
  return stock ? m.orders_edit_stock({ what, count: stock }) : m.orders_edit_sold_out({ what })
}
