import { m } from '~/language/messages'

/** Why a line can't be ordered, by the names of the database function `price_cart`. */
export const LINE_PROBLEMS = ['gone', 'choice', 'sold_out', 'stock', 'pieces'] as const
export type ProblemCode = (typeof LINE_PROBLEMS)[number]

/** A line with its stock; null if the stock isn't counted. */
interface StockedLine {
  product: string
  size: string
  color: string
  quantity: number
  stock: number | null
  /** Whether the stock is that of the colour, not of all colours together. */
  is_by_color: boolean
  /** Pieces of one size that an order may take. */
  most: number
  problem: ProblemCode | null
}

export interface LineProblem {
  message: string
  /** Whether the total includes the line: only if its quantity alone is too large. */
  isCounted: boolean
  /** The quantity that is available. */
  setTo?: number
}

const MESSAGES = {
  gone: m.cart_gone,
  choice: m.cart_choice_gone,
  sold_out: m.cart_sold_out,
}

function onlyLeft(count: number, isByColor: boolean, isShared: boolean): string {
  if (isByColor) return m.cart_only_left_in_color({ count })
  return isShared ? m.cart_only_left_together({ count }) : m.cart_only_left({ count })
}

/**
 * Returns each line's problem, or null if it can be ordered. Lines of the same size share the pieces that an order may take, and its
 * stock unless it is counted by colour, in the cart's order.
 */
export function lineProblems(lines: readonly StockedLine[]): (LineProblem | null)[] {
  const taken = new Map<string, number>()
  return lines.map(({ product, size, color, quantity, stock, is_by_color: isByColor, most, problem }) => {
    if (problem === null) return null
    if (problem === 'sold_out' && isByColor) return { message: m.cart_sold_out_in_color(), isCounted: false }
    if (problem !== 'stock' && problem !== 'pieces') return { message: MESSAGES[problem](), isCounted: false }
    const ofSize = `${product} ${size}`
    const ofStock = isByColor ? `${ofSize} ${color}` : ofSize
    const others = taken.get(ofSize) ?? 0
    const inStock = stock === null ? Infinity : stock - (taken.get(ofStock) ?? 0)
    const isScarce = inStock < most - others
    const left = Math.min(inStock, most - others)
    for (const of of new Set([ofSize, ofStock])) taken.set(of, (taken.get(of) ?? 0) + Math.min(quantity, left))
    if (quantity <= left) return null
    const isShared = others > 0
    const upTo = isShared ? m.cart_up_to_together : m.cart_up_to
    const message = isScarce ? onlyLeft(stock ?? 0, isByColor, isShared) : upTo({ max: most })
    return { message, isCounted: true, ...(left > 0 ? { setTo: left } : {}) }
  })
}
