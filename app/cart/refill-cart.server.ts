import { m } from '~/language/messages'
import { listed } from '~/language/names'
import { findShopper, type Needs, type Reporting } from '~/platform/context.server'
import { addLine, type Cart, type CartLine } from './cart'
import { changeSharedCart, saveCartCookie, readCookieCart, type CartRefusal } from './cart.server'
import { refuse, succeed, type Result } from '~/platform/result'
import { priceCart } from './price-cart.server'

/** An item of an earlier order. `product` is null if the shop no longer has it. */
export interface EarlierItem {
  name: string
  product: string | null
  size: string
  color: string
  quantity: number
}

/** The result of filling the cart again. */
export interface Refill {
  added: number
  /** What was not added and why, for the shopper: 'Linen robe: Sold out in this size.' */
  notAdded: string[]
}

/**
 * Adds the items of an earlier order to the cart, if they can be ordered now. Refuses if the cart is full. Throws if the database fails.
 */
export async function refillCart(
  context: Needs<'backends' | 'cookies' | 'sendCookie' | 'services' | 'sessions' | 'visitor' | Reporting>,
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
    return line ? line.problem?.message : m.cart_no_longer_available()
  }
  const notAdded = items.flatMap((item) => {
    const problem = problemOf(item)
    return problem ? [`${listed([item.name, item.size])}: ${problem}`] : []
  })
  const wanted = items.flatMap((item): CartLine[] => {
    const { product, size, color, quantity } = item
    return product === null || problemOf(item) ? [] : [{ product, size, color, quantity }]
  })
  if (wanted.length > 0) {
    const stored = await addAll(context, request, wanted)
    if (!stored.ok) return stored
  }
  return succeed({ added: wanted.length, notAdded })
}

async function addAll(
  context: Needs<'cookies' | 'sendCookie' | 'sessions' | 'visitor'>,
  request: Request,
  lines: readonly CartLine[],
): Promise<Result<null, CartRefusal>> {
  const shopper = await findShopper(context)
  if (shopper) {
    const changed = await changeSharedCart(shopper.db, 'add', lines)
    return changed.ok ? saveCartCookie(context, changed.value) : changed
  }
  let cart: Cart | null = await readCookieCart(context, request)
  for (const line of lines) cart = cart && addLine(cart, line)
  return cart ? saveCartCookie(context, cart) : refuse('cart_full')
}
