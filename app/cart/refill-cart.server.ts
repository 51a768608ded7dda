import { findShopper, type Needs, type Reporting } from '~/platform/context.server'
import { addLine, type Cart, type CartLine } from './cart'
import { changeSharedCart, keepCart, readCookieCart, type CartRefusal } from './cart.server'
import { refuse, succeed, type Result } from '~/platform/result'
import { priceCart } from './price-cart.server'

/** What is added to the cart again: an item of an order. `product` is null for one that the shop no longer has. */
export interface EarlierItem {
  name: string
  product: string | null
  size: string
  color: string
  quantity: number
}

/** How filling a cart again went. */
export interface Refill {
  added: number
  /** What could not be added, with the reason, for the shopper: 'Linen robe: Sold out in this size.' */
  notAdded: string[]
}

const NO_LONGER_SOLD = 'This product is no longer available.'

/**
 * Puts the items of an earlier order into the cart, as far as they can be ordered now. Refuses when the cart can't hold them. Throws
 * when the database can't be asked.
 */
export async function refillCart(
  context: Needs<'backends' | 'cookies' | 'sendCookie' | 'sessions' | 'visitor' | Reporting>,
  request: Request,
  items: readonly EarlierItem[],
): Promise<Result<Refill, CartRefusal>> {
  const lines = items.flatMap(({ product, size, color, quantity }): CartLine[] =>
    product === null ? [] : [{ product, size, color, quantity }],
  )
  const priced = lines.length > 0 ? await priceCart(context, { lines }, null) : { lines: [] }
  const problemOf = (item: EarlierItem) => {
    const line = priced.lines.find(
      ({ product, size, color }) => product === item.product && size === item.size && color === item.color,
    )
    return line ? line.problem?.message : NO_LONGER_SOLD
  }
  const notAdded = items.flatMap((item) => {
    const problem = problemOf(item)
    return problem ? [`${[item.name, item.size].filter(Boolean).join(', ')}: ${problem}`] : []
  })
  const wanted = items.flatMap((item): CartLine[] => {
    const { product, size, color, quantity } = item
    return product === null || problemOf(item) ? [] : [{ product, size, color, quantity }]
  })
  if (wanted.length > 0) {
    const kept = await addAll(context, request, wanted)
    if (!kept.ok) return kept
  }
  return succeed({ added: wanted.length, notAdded })
}

/** Adds lines to a signed-in shopper's cart in the database and to the browser's, or to the browser's alone. */
async function addAll(
  context: Needs<'cookies' | 'sendCookie' | 'sessions' | 'visitor'>,
  request: Request,
  lines: readonly CartLine[],
): Promise<Result<null, CartRefusal>> {
  const shopper = await findShopper(context)
  if (shopper) {
    const changed = await changeSharedCart(shopper.db, 'add', lines)
    return changed.ok ? keepCart(context, changed.value) : changed
  }
  let cart: Cart | null = await readCookieCart(context, request)
  for (const line of lines) cart = cart && addLine(cart, line)
  return cart ? keepCart(context, cart) : refuse('cart_full')
}
