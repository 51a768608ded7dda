import { parseWithZod } from '@conform-to/zod/v4'
import { findProduct } from '~/catalog/catalog.server'
import { findShopper, redirectTo, type RequestContext } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { addLine, changeQuantity, isSame, lineKey, removeLine, setQuantity, type Cart, type CartLine } from './cart'
import { AddForm, LineForm, PromoForm } from './cart.schema'
import { CartFull, changeSharedCart, keepCart, promoCookie, readCookieCart } from './cart.server'
import { priceCart } from './price-cart.server'

type CartAction = (context: RequestContext, request: Request, form: FormData) => Promise<Response>

const FULL = 'Your cart is full. Please order what is in it first.'
const UNREACHABLE = 'We can’t change your cart right now. Please try again in a moment.'

/** What a form may ask of the cart, by its `intent`. */
export const cartActions = {
  add,
  more: line('step', 1),
  less: line('step', -1),
  set: line('set'),
  remove: line('remove'),
  promo,
} satisfies Record<string, CartAction>

/** Whether a posted value names one of them. */
export function isCartIntent(intent: unknown): intent is keyof typeof cartActions {
  return typeof intent === 'string' && Object.hasOwn(cartActions, intent)
}

/** What happens to one line of a cart in a cookie; null when the cart is full. */
const CHANGES = {
  add: addLine,
  step: (cart: Cart, line: CartLine) => changeQuantity(cart, lineKey(line), line.quantity),
  set: (cart: Cart, line: CartLine) => setQuantity(cart, lineKey(line), line.quantity),
  remove: (cart: Cart, line: CartLine) => removeLine(cart, lineKey(line)),
}

/**
 * Changes one line, for a signed-in shopper where all their devices find it, else in the cookie alone. A line and not the
 * cart, so that two tabs don't undo each other. False when the cart is full. Throws when it can't be reached.
 */
async function changeLine(
  context: RequestContext,
  request: Request,
  change: keyof typeof CHANGES,
  line: CartLine,
): Promise<boolean> {
  const shopper = await findShopper(context)
  if (shopper) {
    try {
      const changed = await changeSharedCart(shopper.db, change, [line])
      if (await keepCart(context, changed)) return true
      // The cookie of this browser can't hold it, so the other devices forget it again.
      const before = (await readCookieCart(context, request)).lines.filter((one) => isSame(one, line))
      await changeSharedCart(shopper.db, 'remove', [line])
      await changeSharedCart(shopper.db, 'add', before)
      return false
    } catch (error) {
      if (error instanceof CartFull) return false
      throw error
    }
  }
  const changed = CHANGES[change](await readCookieCart(context, request), line)
  return changed !== null && keepCart(context, changed)
}

async function add(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: AddForm })
  if (parsed.status !== 'success') return context.flashes.error('/cart', 'Failed to add item to cart')
  const { product: id, size, color, quantity } = parsed.value
  try {
    const answer = await findProduct(context, id)
    if (!answer) return context.flashes.error('/cart', 'Failed to add item to cart')
    const { product } = answer
    const back = `/product/${product.slug}`
    // The size is asked for first (document 1, section 5); each only where the product offers a choice (A50).
    const hasSize = product.variants.length === 0 || product.variants.some(({ label }) => label === size)
    if (!hasSize) return context.flashes.error(back, 'Please select a size')
    const hasColor = product.colors.length === 0 || product.colors.some(({ name }) => name === color)
    if (!hasColor) return context.flashes.error(back, 'Please select a color')
    const isAdded = await changeLine(context, request, 'add', { product: product.id, size, color, quantity })
    return isAdded ? redirectTo('/cart') : context.flashes.error('/cart', FULL)
  } catch (error) {
    context.log.error({ event: 'not added to cart', requestId: context.requestId, ...describeError(error) })
    return context.flashes.error('/cart', 'Failed to add item to cart')
  }
}

function line(change: 'step' | 'set' | 'remove', by?: number): CartAction {
  return async (context, request, form) => {
    const parsed = parseWithZod(form, { schema: LineForm })
    if (parsed.status !== 'success') return redirectTo('/cart')
    const { key, quantity } = parsed.value
    if (change === 'set' && quantity === undefined) return redirectTo('/cart')
    try {
      await changeLine(context, request, change, { ...key, quantity: by ?? quantity ?? 1 })
      return redirectTo('/cart')
    } catch (error) {
      context.log.error({ event: 'cart not changed', requestId: context.requestId, ...describeError(error) })
      return context.flashes.error('/cart', UNREACHABLE)
    }
  }
}

async function promo(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: PromoForm })
  const code = parsed.status === 'success' ? parsed.value.code.trim().toUpperCase() : ''
  if (code === '') {
    context.sendCookie(await context.cookies.of(promoCookie).serialize('', { maxAge: 0 }))
    return redirectTo('/cart')
  }
  try {
    const { promo: answer } = await priceCart(context, await readCookieCart(context, request), code)
    if (answer?.problem) return context.flashes.error('/cart', answer.problem)
  } catch (error) {
    context.log.error({ event: 'promo code not checked', requestId: context.requestId, ...describeError(error) })
    return context.flashes.error('/cart', UNREACHABLE)
  }
  context.sendCookie(await context.cookies.of(promoCookie).serialize(code))
  return context.flashes.success('/cart', 'Promo code applied.')
}
