import { findProduct } from '~/catalog/catalog.server'
import type { Missing } from '~/catalog/product-choice'
import { attempt } from '~/platform/attempt.server'
import { findShopper, type Needs, type Reporting } from '~/platform/context.server'
import { refuse, type Result } from '~/platform/result'
import { chartOf } from '~/sizes/kinds'
import { rememberSizes } from '~/sizes/own-size.server'
import {
  addLine,
  changeQuantity,
  chooseLine,
  isSame,
  lineKey,
  removeLine,
  restoreLine,
  setQuantity,
  type Cart,
  type CartLine,
} from './cart'
import { changeSharedCart, keepCart, readCookieCart, type CartRefusal } from './cart.server'

export const NOT_ADDED = 'Failed to add item to cart'
export const FULL = 'Your cart is full. Please order what is in it first.'

type Changing = Needs<'cookies' | 'sendCookie' | 'sessions' | 'visitor'>
type Choosing = Changing & Needs<'backends' | 'catalogue' | Reporting>

/** What happens to one line of a cart in a cookie; null when the cart is full. `to` is what the line becomes. */
const CHANGES = {
  add: addLine,
  restore: restoreLine,
  step: (cart: Cart, line: CartLine) => changeQuantity(cart, lineKey(line), line.quantity),
  set: (cart: Cart, line: CartLine) => setQuantity(cart, lineKey(line), line.quantity),
  remove: (cart: Cart, line: CartLine) => removeLine(cart, lineKey(line)),
  choose: (cart: Cart, line: CartLine, to: CartLine) => chooseLine(cart, line, to),
}

/**
 * Changes one line, for a signed-in shopper where all their devices find it, else in the cookie alone. A line and not the
 * cart, so that two tabs don't undo each other. Throws when it can't be reached.
 */
export async function changeLine(
  context: Changing,
  request: Request,
  change: keyof typeof CHANGES,
  line: CartLine,
  to = line,
): Promise<Result<null, CartRefusal>> {
  const before = await readCookieCart(context, request)
  const shopper = await findShopper(context)
  if (!shopper) {
    const changed = CHANGES[change](before, line, to)
    return changed ? keepCart(context, changed) : refuse('cart_full')
  }
  const lines = change === 'choose' ? [line, to] : [line]
  const changed = await changeSharedCart(shopper.db, change === 'restore' ? 'merge' : change, lines)
  if (!changed.ok) return changed
  const kept = await keepCart(context, changed.value)
  if (kept.ok) return kept
  // The cookie of this browser can't hold it, so the other devices forget it again.
  await changeSharedCart(shopper.db, 'remove', lines)
  const known = before.lines.filter((one) => lines.some((other) => isSame(one, other)))
  await changeSharedCart(shopper.db, 'add', known)
  return kept
}

/** Why a product was not added, in words for the shopper, and what its page still has to be told. */
interface AddRefusal {
  message: string
  incomplete?: { slug: string; missing: Missing }
}

/** Adds a product, by its id or slug, in a size and color that it comes in. */
export function addProduct(context: Choosing, request: Request, line: CartLine): Promise<Result<null, AddRefusal>> {
  return withChoice(context, request, line, (chosen) => changeLine(context, request, 'add', chosen))
}

/** Gives a line another size and color that its product comes in. */
export function chooseAgain(
  context: Choosing,
  request: Request,
  line: CartLine,
  choice: Pick<CartLine, 'size' | 'color'>,
): Promise<Result<null, AddRefusal>> {
  return withChoice(context, request, { ...line, ...choice }, (chosen) =>
    changeLine(context, request, 'choose', line, chosen),
  )
}

/** Makes a change for a choice that the product comes in, and remembers its size as the shopper's own. */
async function withChoice(
  context: Choosing,
  request: Request,
  { product: idOrSlug, size, color, quantity }: CartLine,
  change: (chosen: CartLine) => Promise<Result<null, CartRefusal>>,
): Promise<Result<null, AddRefusal>> {
  const result = await attempt(context, 'cart not changed', async (): Promise<Result<null, AddRefusal>> => {
    const found = await findProduct(context, idOrSlug)
    if (!found) return refuse({ message: NOT_ADDED })
    const { product } = found
    const { id, slug, variants, colors } = product
    // The size is asked for first (document 1, section 5); each only where the product offers a choice (A50).
    const hasSize = variants.length === 0 || variants.some(({ label }) => label === size)
    if (!hasSize) return refuse({ message: 'Please select a size', incomplete: { slug, missing: 'size' } })
    const hasColor = colors.length === 0 || colors.some(({ name }) => name === color)
    if (!hasColor) return refuse({ message: 'Please select a color', incomplete: { slug, missing: 'color' } })
    const changed = await change({ product: id, size, color, quantity })
    if (!changed.ok) return refuse({ message: FULL })
    const chart = chartOf(product)
    if (chart && size) await rememberSizes(context, request, { [chart]: size })
    return changed
  })
  return result ?? refuse({ message: NOT_ADDED })
}
