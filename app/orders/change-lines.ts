import { addressLines } from '~/address/address-lines'
import { formatMoney } from '~/platform/money'
import type { Told } from './order-rows'

/** Says what of an order was changed, before and after, in a line each. */
export function changeLines(before: Told, after: Told): string[] {
  const sum = (label: string, of: (told: Told) => number) =>
    different(label, before, after, (told) => formatMoney(of(told)))
  return [
    ...itemLines(before.items, after.items),
    ...different('Delivery to', before, after, ({ address }) =>
      [...addressLines(address), address.phone ?? ''].join(', '),
    ),
    ...sum('Delivery', (told) => told.delivery_fee),
    ...sum('Promo discount', (told) => told.promo_discount),
    ...sum('Discount', (told) => told.discount),
    ...(after.discount_reason && after.discount_reason !== before.discount_reason
      ? [`Reason of the discount: ${after.discount_reason}`]
      : []),
    ...sum('Total', (told) => told.total),
  ]
}

function different(label: string, before: Told, after: Told, words: (told: Told) => string): string[] {
  const [was, is] = [words(before), words(after)]
  return was === is ? [] : [`${label}: ${was} → ${is}`]
}

type Items = Told['items']

function itemLines(before: Items, after: Items): string[] {
  const [was, is] = [piecesOf(before), piecesOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [old = 0, now = 0] = [was.get(name), is.get(name)]
    if (old === now) return []
    if (now === 0) return [`Removed: ${old} × ${name}`]
    return [old === 0 ? `Added: ${now} × ${name}` : `${name}: ${old} → ${now}`]
  })
}

/** Returns the pieces of each product in its size and colour. */
function piecesOf(items: Items): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { name, size, color, quantity } of items) {
    const words = [name, size, color].filter(Boolean).join(', ')
    pieces.set(words, (pieces.get(words) ?? 0) + quantity)
  }
  return pieces
}
