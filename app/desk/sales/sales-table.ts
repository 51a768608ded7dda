import { formatMoney, toRupees } from '~/platform/money'
import { formatDate } from '~/platform/time'
import { CHANNELS } from '../orders/order-query'
import type { Sales } from './sales.server'

const CHANNEL_NAMES = { shop: 'The shop', ...CHANNELS }

/** What the sales are listed by, each with its heading. */
export const LISTS = { day: 'By day', product: 'By product', city: 'By city', channel: 'By how they came in' } as const
export type ListName = keyof typeof LISTS

/** A table of figures: the page shows it and the file has the same. */
export interface FigureTable {
  columns: readonly string[]
  rows: readonly { key: string; name: string; figures: readonly Figure[]; amount: number }[]
}

type Figure = number | { paisa: number }

/** Returns the average in paisa, 0 of nothing. */
export function averageOf({ orders, amount }: { orders: number; amount: number }): number {
  return orders === 0 ? 0 : Math.round(amount / orders)
}

const rowOf = (name: string, amount: number, figures: Figure[], key = name) => ({ key, name, amount, figures })
const averageFigure = (sold: { orders: number; amount: number }) => ({ paisa: averageOf(sold) })

export function salesTable(by: ListName, { days, products, cities, channels }: Sales): FigureTable {
  if (by === 'day') {
    const rows = days.map(({ day, ...sold }) =>
      rowOf(formatDate(day), sold.amount, [sold.orders, { paisa: sold.amount }, averageFigure(sold)], day),
    )
    return { columns: ['Day', 'Orders', 'Sum', 'Average order'], rows }
  }
  if (by === 'product') {
    const rows = products.map(({ product_id: id, name, pieces, amount }) =>
      rowOf(name, amount, [pieces, { paisa: amount }], id ?? name),
    )
    return { columns: ['Product', 'Pieces', 'Sum'], rows }
  }
  const places =
    by === 'city'
      ? cities.map((sums) => ({ ...sums, name: sums.city }))
      : channels.map((sums) => ({ ...sums, name: CHANNEL_NAMES[sums.channel] }))
  const rows = places.map(({ name, orders, amount, returns, cash, cash_cancelled: cancelled }) => {
    const average = averageFigure({ orders, amount })
    return rowOf(name, amount, [orders, { paisa: amount }, average, returns, cash, cancelled])
  })
  const first = by === 'city' ? 'City' : 'Came in by'
  const columns = [first, 'Orders', 'Sum', 'Average order', 'Returns', 'Cash orders', 'Cancelled cash orders']
  return { columns, rows }
}

export function formatFigure(figure: Figure): string {
  return typeof figure === 'number' ? String(figure) : formatMoney(figure.paisa)
}

/** Returns the rows of a file: names as text, sums in rupees. */
export function fileRows({ columns, rows }: FigureTable): (string | number)[][] {
  const numberOf = (figure: Figure) => (typeof figure === 'number' ? figure : Number(toRupees(figure.paisa)))
  return [[...columns], ...rows.map(({ name, figures }) => [name, ...figures.map(numberOf)])]
}
