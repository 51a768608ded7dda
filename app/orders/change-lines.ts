import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { addressLines } from '~/address/address-lines'
import { formatMoney } from '~/platform/money'
import type { Told } from './order-rows'

export function changeLines(before: Told, after: Told): string[] {
  const sum = (label: string, of: (told: Told) => number) =>
    different(label, before, after, (told) => formatMoney(of(told)))
  return [
    ...itemLines(before.items, after.items),
    ...different(m.orders_delivery_to(), before, after, ({ address }) => listed(addressLines(address))),
    ...sum(m.orders_delivery(), (told) => told.delivery_fee),
    ...sum(m.sums_cash_fee(), (told) => told.cash_fee),
    ...sum(m.sums_promo_discount(), (told) => told.promo_discount),
    ...sum(m.sums_discount(), (told) => told.discount),
    ...(after.discount_reason && after.discount_reason !== before.discount_reason
      ? [m.orders_discount_reason({ reason: after.discount_reason })]
      : []),
    ...sum(m.sums_total(), (told) => told.total_amount),
  ]
}

function different(label: string, before: Told, after: Told, words: (told: Told) => string): string[] {
  const [was, is] = [words(before), words(after)]
  return was === is ? [] : [m.orders_changed({ what: label, before: was, after: is })]
}

type Items = Told['items']

function itemLines(before: Items, after: Items): string[] {
  const [was, is] = [piecesOf(before), piecesOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [old = 0, now = 0] = [was.get(name), is.get(name)]
    if (old === now) return []
    if (now === 0) return [m.orders_removed({ count: old, name })]
    return [
      old === 0 ? m.orders_added({ count: now, name }) : m.orders_changed({ what: name, before: old, after: now }),
    ]
  })
}

function piecesOf(items: Items): Map<string, number> {
  const pieces = new Map<string, number>()
  for (const { name, size, color, quantity } of items) {
    const words = listed([name, size, color && nameOf('color', color)])
    pieces.set(words, (pieces.get(words) ?? 0) + quantity)
  }
  return pieces
}
