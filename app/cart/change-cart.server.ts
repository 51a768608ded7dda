import { m } from '~/language/messages'
import { findProduct } from '~/catalog/catalog.server'
import { findRenamed } from '~/catalog/former-names.server'
import type { Missing } from '~/catalog/product-choice'
import { attempt } from '~/platform/attempt.server'
import { findShopper, type Needs, type Reporting } from '~/platform/context.server'
import { refuse, succeed, type Result } from '~/platform/result'
import { chartOf } from '~/catalog/product-chart'
import { rememberSizes } from '~/sizes/own-size.server'
import { CART_CHANGES, isSameLine, type Cart, type CartChange, type CartLine } from './cart'
import { changeSharedCart, saveCartCookie, readCookieCart, type CartRefusal } from './cart.server'
import type { PricedLine } from './price-cart.server'

type CartContext = Needs<'cartCookie' | 'cookies' | 'sendCookie' | 'sessions' | 'visitor'>
type ProductContext = CartContext & Needs<'backends' | 'catalogue' | Reporting>

/** Why a line was not changed: the cart is full, or another tab or device has removed or ordered the line. */
type LineRefusal = CartRefusal | 'line_gone'

/** These change a line that the cart must have. */
const OF_EXISTING: ReadonlySet<CartChange> = new Set(['step', 'set', 'choose'])

/**
 * Changes one line of the cart: of the saved cart for a signed-in shopper, else of the cookie. Sends the change and not the cart, so that
 * two tabs don't overwrite each other. Throws if the database fails.
 */
export async function changeLine(
  context: CartContext,
  request: Request,
  change: CartChange,
  line: CartLine,
  to = line,
): Promise<Result<null, LineRefusal>> {
  const isGone = ({ lines }: Cart) => OF_EXISTING.has(change) && !lines.some((one) => isSameLine(one, to))
  const before = await readCookieCart(context, request)
  const shopper = await findShopper(context)
  if (!shopper) {
    const changed = CART_CHANGES[change](before, line, to)
    if (!changed) return refuse('cart_full')
    return isGone(changed) ? refuse('line_gone') : saveCartCookie(context, changed)
  }
  const lines = change === 'choose' ? [line, to] : [line]
  const changed = await changeSharedCart(shopper.db, change, lines)
  if (!changed.ok) return changed
  const stored = await saveCartCookie(context, changed.value)
  if (stored.ok) return isGone(changed.value) ? refuse('line_gone') : stored
  // The cookie can't hold the new cart, so undo the change in the saved cart too.
  await changeSharedCart(shopper.db, 'remove', lines)
  const known = before.lines.filter((one) => lines.some((other) => isSameLine(one, other)))
  await changeSharedCart(shopper.db, 'add', known)
  return stored
}

/** Why a product was not added, in words for the shopper, and the missing field or an outage, if that is the reason. */
export interface AddRefusal {
  message: string
  incomplete?: { slug: string; missing: Missing }
  hasFailed?: true
  isGone?: boolean
}

export async function addProduct(
  context: ProductContext & Needs<'services'>,
  request: Request,
  line: CartLine,
): Promise<Result<null, AddRefusal>> {
  const added = await withChoice(context, request, line, (chosen) => changeLine(context, request, 'add', chosen))
  if (added.ok) context.services.funnel.count('in_cart')
  return added
}

/** Adds several products, each only if all have their size and colour. */
export async function addProducts(
  context: ProductContext & Needs<'services'>,
  request: Request,
  lines: readonly CartLine[],
): Promise<Result<null, AddRefusal>> {
  let result: Result<null, AddRefusal> = succeed(null)
  for (const line of lines) if (result.ok) result = await withChoice(context, request, line, async () => succeed(null))
  for (const line of lines) if (result.ok) result = await addProduct(context, request, line)
  return result
}

/**
 * Gives lines whose colour was renamed since its new name, and returns the cart; null if there are none. It also asks Auth, which reading
 * pages don't wait for.
 */
export async function followColors(
  context: ProductContext,
  request: Request,
  lines: readonly PricedLine[],
): Promise<Cart | null> {
  const lost = lines.filter(({ slug, color, colors }) => slug !== null && color !== '' && !colors.includes(color))
  const renamed = await findRenamed(
    context,
    'color',
    lost.map(({ color }) => color),
  )
  if (renamed.size === 0) return null
  await context.visitor.verify()
  for (const { product, size, color, quantity } of lost) {
    const newest = renamed.get(color)
    const line = { product, size, color, quantity }
    if (newest !== undefined) await changeLine(context, request, 'choose', line, { ...line, color: newest })
  }
  return readCookieCart(context, request)
}

export function changeOptions(
  context: ProductContext,
  request: Request,
  line: CartLine,
  choice: Pick<CartLine, 'size' | 'color'>,
): Promise<Result<null, AddRefusal>> {
  return withChoice(context, request, { ...line, ...choice }, (chosen) =>
    changeLine(context, request, 'choose', line, chosen),
  )
}

/** Makes a change if the product has this size and colour, and remembers the size as the shopper's own. */
async function withChoice(
  context: ProductContext,
  request: Request,
  { product: idOrSlug, size, color, quantity }: CartLine,
  change: (chosen: CartLine) => Promise<Result<null, LineRefusal>>,
): Promise<Result<null, AddRefusal>> {
  const result = await attempt(context, 'cart not changed', async (): Promise<Result<null, AddRefusal>> => {
    const found = await findProduct(context, idOrSlug)
    if (!found) return refuse({ message: m.cart_not_added() })
    const { product } = found
    const { id, slug, variants, colors } = product
    // The size is checked first (PD-25), and each only if the product offers a choice (A50).
    const hasSize = variants.length === 0 || variants.some(({ label }) => label === size)
    if (!hasSize) return refuse({ message: m.cart_select_size(), incomplete: { slug, missing: 'size' } })
    const hasColor = colors.length === 0 || colors.some(({ name }) => name === color)
    if (!hasColor) return refuse({ message: m.cart_select_color(), incomplete: { slug, missing: 'color' } })
    const changed = await change({ product: id, size, color, quantity })
    if (!changed.ok) return refuse({ message: m.cart_full(), isGone: changed.refusal === 'line_gone' })
    const chart = chartOf(product)
    if (chart && size) await rememberSizes(context, request, { [chart]: size })
    return changed
  })
  return result ?? refuse({ message: m.cart_not_added(), hasFailed: true })
}
