import { elementId } from '~/platform/text'

/** A line holds no price, so that a shopper can't forge one (CA-47). */
export interface CartLine {
  product: string
  size: string
  color: string
  quantity: number
}

export interface Cart {
  lines: readonly CartLine[]
}

/** The database has the same limit. */
export const MAX_CART_LINES = 50
/** The most pieces that the database accepts in one line. */
export const MAX_QUANTITY_PER_LINE = 9999

/** The longest name of a size or a colour in a form or a cookie. */
export const MAX_OPTION_LENGTH = 60

export const EMPTY_CART: Cart = { lines: [] }

type LineId = Pick<CartLine, 'product' | 'size' | 'color'>

export function lineKey({ product, size, color }: LineId): string {
  return [product, size, color].map(encodeURIComponent).join(',')
}

/** Parses a line key. Returns null if it is malformed; the cart may not have such a line. */
export function parseLineKey(key: string): LineId | null {
  try {
    const [product = '', size = '', color = '', ...more] = key.split(',').map(decodeURIComponent)
    const isKey = more.length === 0 && /^[0-9a-f-]{36}$/i.test(product)
    return isKey && Math.max(size.length, color.length) <= MAX_OPTION_LENGTH ? { product, size, color } : null
  } catch {
    return null
  }
}

export function lineElementId({ product, size, color }: LineId): string {
  return elementId('line', product.slice(0, 8), size, color)
}

/** How a line left the cart: `gone` in another tab or on another device. */
export const WAYS_OUT = ['removed', 'later', 'gone'] as const

export function removedLineUrl(how: (typeof WAYS_OUT)[number], left: CartLine): string {
  const { quantity } = left
  return `/cart?${new URLSearchParams({ [how]: lineKey(left), ...(quantity > 1 ? { quantity: String(quantity) } : {}) })}`
}

/** Returns where 'Go to Checkout' leads: whoever may not order yet to the 'Login Required' dialog (CA-36, CA-38). */
export const checkoutUrl = (mayOrder: boolean) => (mayOrder ? '/checkout' : '/cart?login=required')

/** Describes added lines in the flash message of the cart's page: their keys, and where the shopper was unless on the first one's page. */
export function describeAdded(added: LineId[], from = ''): string {
  const described = new URLSearchParams(added.map((line) => ['line', lineKey(line)]))
  if (from) described.set('from', from)
  return described.toString()
}

export function isSameLine(a: LineId, b: LineId): boolean {
  return a.product === b.product && a.size === b.size && a.color === b.color
}

function bounded(quantity: number): number {
  return Math.min(Math.max(1, Math.trunc(quantity) || 1), MAX_QUANTITY_PER_LINE)
}

/** Adds a line, or raises the quantity of the same product, size and colour (PD-27, PD-28). Returns null if the cart is full. */
export function addLine(cart: Cart, added: CartLine): Cart | null {
  const existing = cart.lines.find((line) => isSameLine(line, added))
  if (existing) return setQuantity(cart, lineKey(existing), existing.quantity + bounded(added.quantity))
  if (cart.lines.length >= MAX_CART_LINES) return null
  return { lines: [...cart.lines, { ...added, quantity: bounded(added.quantity) }] }
}

/** Sets a line's quantity, at least 1. An unknown key changes nothing. */
export function setQuantity(cart: Cart, key: string, quantity: number): Cart {
  return { lines: cart.lines.map((line) => (lineKey(line) === key ? { ...line, quantity: bounded(quantity) } : line)) }
}

/** Changes a line's quantity by a number, never below 1 (CA-18). */
export function changeQuantity(cart: Cart, key: string, by: number): Cart {
  return {
    lines: cart.lines.map((line) =>
      lineKey(line) === key ? { ...line, quantity: bounded(line.quantity + by) } : line,
    ),
  }
}

export function removeLine(cart: Cart, key: string): Cart {
  return { lines: cart.lines.filter((line) => lineKey(line) !== key) }
}

/** Restores a removed line at the end. If it is already back, the larger quantity wins. Returns null if the cart is full. */
export function restoreLine(cart: Cart, removed: CartLine): Cart | null {
  const existing = cart.lines.find((line) => isSameLine(line, removed))
  return existing
    ? setQuantity(cart, lineKey(removed), Math.max(existing.quantity, removed.quantity))
    : addLine(cart, removed)
}

/** Changes a line's size and colour in place, and merges it with a line that already has them. An unknown line changes nothing. */
export function changeLineOptions(cart: Cart, from: LineId, to: LineId): Cart {
  const changed = cart.lines.find((line) => isSameLine(line, from))
  if (!changed || from.product !== to.product || isSameLine(from, to)) return cart
  const joined = cart.lines.find((line) => isSameLine(line, to))?.quantity ?? 0
  const { product, size, color } = to
  return {
    lines: cart.lines
      .filter((line) => !isSameLine(line, to))
      .map((line) => (line === changed ? { product, size, color, quantity: bounded(line.quantity + joined) } : line)),
  }
}

/**
 * The changes of one line of a cart. Each returns null if the cart is full; `to` is the line as it shall be. The database makes the same
 * changes to saved carts (`change_cart`, decision 110).
 */
export const CART_CHANGES = {
  add: addLine,
  merge: restoreLine,
  step: (cart: Cart, line: CartLine) => changeQuantity(cart, lineKey(line), line.quantity),
  set: (cart: Cart, line: CartLine) => setQuantity(cart, lineKey(line), line.quantity),
  remove: (cart: Cart, line: CartLine) => removeLine(cart, lineKey(line)),
  choose: (cart: Cart, line: CartLine, to: CartLine) => changeLineOptions(cart, line, to),
} satisfies Record<string, (cart: Cart, line: CartLine, to: CartLine) => Cart | null>
export type CartChange = keyof typeof CART_CHANGES
