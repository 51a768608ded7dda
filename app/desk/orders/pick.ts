import type { Printable, PrintedItem } from './printable.server'

/** Pieces of one size and colour of a product, of all orders. */
interface ToPick extends PrintedItem {
  key: string
}

const order = new Intl.Collator('en', { numeric: true })

/** Returns what to take from the shelves for some orders, in the order of the shelves; what lies on none comes last. */
export function toPick(printed: readonly Pick<Printable, 'items'>[]): ToPick[] {
  const rows = new Map<string, ToPick>()
  for (const item of printed.flatMap(({ items }) => items)) {
    const key = [item.sku, item.name, item.size, item.color].join('|')
    rows.set(key, { ...item, key, quantity: item.quantity + (rows.get(key)?.quantity ?? 0) })
  }
  const placeOf = ({ shelf, sku, name, size, color }: ToPick) => [shelf ?? '\uffff', sku, name, size, color].join(' ')
  return [...rows.values()].toSorted((one, other) => order.compare(placeOf(one), placeOf(other)))
}
