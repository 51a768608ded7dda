import { parseWithZod } from '@conform-to/zod/v4'
import { findProduct } from '~/catalog/catalog.server'
import { redirectTo, type RequestContext } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { addLine, changeQuantity, removeLine, setQuantity, type Cart } from './cart'
import { AddForm, LineForm, PromoForm } from './cart.schema'
import { keepCart, priceCart, readCart } from './cart.server'

type CartAction = (context: RequestContext, request: Request, form: FormData) => Promise<Response>

const FULL = 'Your cart is full. Please order what is in it first.'

/** What a form may ask of the cart, by its `intent`. */
export const cartActions = {
  add,
  more: line((cart, key) => changeQuantity(cart, key, 1)),
  less: line((cart, key) => changeQuantity(cart, key, -1)),
  set: line((cart, key, quantity) => (quantity === undefined ? cart : setQuantity(cart, key, quantity))),
  remove: line(removeLine),
  promo,
} satisfies Record<string, CartAction>

/** Whether a posted value names one of them. */
export function isCartIntent(intent: unknown): intent is keyof typeof cartActions {
  return typeof intent === 'string' && Object.hasOwn(cartActions, intent)
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
    const added = addLine(await readCart(context, request), { product: product.id, size, color, quantity })
    if (!added || !(await keepCart(context, added))) return context.flashes.error('/cart', FULL)
    return redirectTo('/cart')
  } catch (error) {
    context.log.error({ event: 'not added to cart', requestId: context.requestId, ...describeError(error) })
    return context.flashes.error('/cart', 'Failed to add item to cart')
  }
}

function line(change: (cart: Cart, key: string, quantity: number | undefined) => Cart): CartAction {
  return async (context, request, form) => {
    const parsed = parseWithZod(form, { schema: LineForm })
    if (parsed.status === 'success') {
      const { key, quantity } = parsed.value
      await keepCart(context, change(await readCart(context, request), key, quantity))
    }
    return redirectTo('/cart')
  }
}

async function promo(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: PromoForm })
  const code = parsed.status === 'success' ? parsed.value.code.trim().toUpperCase() : ''
  if (code === '') {
    context.sendCookie(await context.cookies.promo.serialize('', { maxAge: 0 }))
    return redirectTo('/cart')
  }
  const { promo: answer } = await priceCart(context, await readCart(context, request), code)
  if (answer?.problem) return context.flashes.error('/cart', answer.problem)
  context.sendCookie(await context.cookies.promo.serialize(code))
  return context.flashes.success('/cart', 'Promo code applied.')
}
