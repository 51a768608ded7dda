/** The cart as a value: product, size, colour and quantity, nothing that could be forged into a price. */
export interface CartLine {
  product: string
  size: string
  color: string
  quantity: number
}

export interface Cart {
  lines: readonly CartLine[]
}

/** How many lines a cart holds before it says so politely (reliability: cart). */
export const MOST_LINES = 50
/** A number nobody means, and the most one line of an order may hold. */
export const MOST_OF_ONE = 9999

export const EMPTY_CART: Cart = { lines: [] }

type LineId = Pick<CartLine, 'product' | 'size' | 'color'>

/** What tells a line from others: a string that can stand in a form. */
export function lineKey({ product, size, color }: LineId): string {
  return [product, size, color].map(encodeURIComponent).join(',')
}

/** What a key tells of its line, null when it is none; whether the cart has such a line is another question. */
export function readLineKey(key: string): LineId | null {
  try {
    const [product = '', size = '', color = '', ...more] = key.split(',').map(decodeURIComponent)
    const isKey = more.length === 0 && /^[0-9a-f-]{36}$/i.test(product) && size.length <= 60 && color.length <= 60
    return isKey ? { product, size, color } : null
  } catch {
    return null
  }
}

/** The id of a line's element, for addresses that lead to it. */
export function lineElementId({ product, size, color }: LineId): string {
  return `line-${[product.slice(0, 8), size, color].join('-').replace(/\W+/g, '-')}`
}

/** Returns the address of the cart that says what has just left it, and offers to bring it back. */
export function leftUrl(how: 'removed' | 'later', left: CartLine): string {
  const { quantity } = left
  return `/cart?${new URLSearchParams({ [how]: lineKey(left), ...(quantity > 1 ? { quantity: String(quantity) } : {}) })}`
}

/** Whether two lines are the same product in the same size and colour. */
export function isSame(a: LineId, b: LineId): boolean {
  return a.product === b.product && a.size === b.size && a.color === b.color
}

function bounded(quantity: number): number {
  return Math.min(Math.max(1, Math.trunc(quantity) || 1), MOST_OF_ONE)
}

/** The same id, size and colour gains quantity; anything else is a new line. Null when the cart is full. */
export function addLine(cart: Cart, added: CartLine): Cart | null {
  const existing = cart.lines.find((line) => isSame(line, added))
  if (existing) return setQuantity(cart, lineKey(existing), existing.quantity + bounded(added.quantity))
  if (cart.lines.length >= MOST_LINES) return null
  return { lines: [...cart.lines, { ...added, quantity: bounded(added.quantity) }] }
}

/** The line with this key gets this quantity, at least 1. An unknown key changes nothing. */
export function setQuantity(cart: Cart, key: string, quantity: number): Cart {
  return { lines: cart.lines.map((line) => (lineKey(line) === key ? { ...line, quantity: bounded(quantity) } : line)) }
}

/** One more or one less of a line, never below 1. */
export function changeQuantity(cart: Cart, key: string, by: number): Cart {
  return {
    lines: cart.lines.map((line) =>
      lineKey(line) === key ? { ...line, quantity: bounded(Math.max(1, line.quantity + by)) } : line,
    ),
  }
}

/** The cart without the line of this key. */
export function removeLine(cart: Cart, key: string): Cart {
  return { lines: cart.lines.filter((line) => lineKey(line) !== key) }
}

/** The cart with a removed line again, at the end; where it is back already, the larger quantity. Null when the cart is full. */
export function restoreLine(cart: Cart, removed: CartLine): Cart | null {
  const existing = cart.lines.find((line) => isSame(line, removed))
  return existing
    ? setQuantity(cart, lineKey(removed), Math.max(existing.quantity, removed.quantity))
    : addLine(cart, removed)
}

/** Gives a line another size and color, in its place; a line that has them already joins it. An unknown line changes nothing. */
export function chooseLine(cart: Cart, from: LineId, to: LineId): Cart {
  const changed = cart.lines.find((line) => isSame(line, from))
  if (!changed || from.product !== to.product || isSame(from, to)) return cart
  const joined = cart.lines.find((line) => isSame(line, to))?.quantity ?? 0
  const { product, size, color } = to
  return {
    lines: cart.lines
      .filter((line) => !isSame(line, to))
      .map((line) => (line === changed ? { product, size, color, quantity: bounded(line.quantity + joined) } : line)),
  }
}
