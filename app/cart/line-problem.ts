/** Why a line can't be ordered, as the database function `price_cart` names it. */
export const LINE_PROBLEMS = ['gone', 'choice', 'sold_out', 'stock'] as const
export type ProblemCode = (typeof LINE_PROBLEMS)[number]

/** What is known of a line's stock; `stock` is null where it isn't counted. */
interface StockedLine {
  product: string
  size: string
  quantity: number
  stock: number | null
  problem: ProblemCode | null
}

/** What a shopper reads of a line that can't be ordered, and what helps. */
export interface LineProblem {
  message: string
  /** Whether the line costs something in the total: it does while only its quantity is too large. */
  isCounted: boolean
  /** A quantity that can be had. */
  setTo?: number
}

const MESSAGES = {
  gone: 'This product is no longer available. It isn’t in your total.',
  choice: 'This size or color is no longer offered. It isn’t in your total.',
  sold_out: 'Sold out in this size. It isn’t in your total.',
}

/**
 * Returns each line's problem, or null for one that can be ordered as it stands. Lines of the same size share its stock, in the
 * cart's order.
 */
export function lineProblems(lines: readonly StockedLine[]): (LineProblem | null)[] {
  const taken = new Map<string, number>()
  return lines.map(({ product, size, quantity, stock, problem }) => {
    if (problem === null) return null
    if (problem !== 'stock') return { message: MESSAGES[problem], isCounted: false }
    const of = `${product} ${size}`
    const others = taken.get(of) ?? 0
    const left = Math.max(0, (stock ?? 0) - others)
    taken.set(of, others + Math.min(quantity, left))
    if (quantity <= left) return null
    const message = `Only ${stock} left in this size${others > 0 ? ', in all colors together' : ''}.`
    return { message, isCounted: true, ...(left > 0 ? { setTo: left } : {}) }
  })
}
