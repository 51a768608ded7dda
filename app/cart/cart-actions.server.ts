import { parseWithZod } from '@conform-to/zod/v4'
import { findProduct } from '~/catalog/catalog.server'
import { productUrl, type Missing } from '~/catalog/product-choice'
import { findShopper, redirectTo, type RequestContext } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { refuse, type Result } from '~/platform/result'
import { rememberSizes } from '~/sizes/own-size.server'
import { chartOf } from '~/sizes/kinds'
import {
  addLine,
  changeQuantity,
  isSame,
  lineKey,
  MOST_OF_ONE,
  removeLine,
  setQuantity,
  type Cart,
  type CartLine,
} from './cart'
import { AddForm, isTooMany, LineForm, PromoForm } from './cart.schema'
import { changeSharedCart, keepCart, promoCookie, readCookieCart, type CartRefusal } from './cart.server'
import { priceCart } from './price-cart.server'

type CartAction = (context: RequestContext, request: Request, form: FormData) => Promise<Response>

const NOT_ADDED = 'Failed to add item to cart'
const FULL = 'Your cart is full. Please order what is in it first.'
const TOO_MANY = `One line of a cart holds ${MOST_OF_ONE.toLocaleString('en-US')} pieces at most.`
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

/** What happens to one line of a cart in a cookie; null when the cart is full. */
const CHANGES = {
  add: addLine,
  step: (cart: Cart, line: CartLine) => changeQuantity(cart, lineKey(line), line.quantity),
  set: (cart: Cart, line: CartLine) => setQuantity(cart, lineKey(line), line.quantity),
  remove: (cart: Cart, line: CartLine) => removeLine(cart, lineKey(line)),
}

/**
 * Changes one line, for a signed-in shopper where all their devices find it, else in the cookie alone. A line and not the
 * cart, so that two tabs don't undo each other. Throws when it can't be reached.
 */
async function changeLine(
  context: RequestContext,
  request: Request,
  change: keyof typeof CHANGES,
  line: CartLine,
): Promise<Result<null, CartRefusal>> {
  const shopper = await findShopper(context)
  if (shopper) {
    const changed = await changeSharedCart(shopper.db, change, [line])
    if (!changed.ok) return changed
    const kept = await keepCart(context, changed.value)
    if (kept.ok) return kept
    // The cookie of this browser can't hold it, so the other devices forget it again.
    const before = (await readCookieCart(context, request)).lines.filter((one) => isSame(one, line))
    await changeSharedCart(shopper.db, 'remove', [line])
    await changeSharedCart(shopper.db, 'add', before)
    return kept
  }
  const changed = CHANGES[change](await readCookieCart(context, request), line)
  return changed ? keepCart(context, changed) : refuse('cart_full')
}

async function add(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: AddForm })
  if (parsed.status !== 'success') {
    return isTooMany(parsed.error)
      ? context.flashes.error(
          choiceUrl(String(form.get('slug') ?? ''), form, ['color', 'size'], { quantity: String(MOST_OF_ONE) }),
          TOO_MANY,
        )
      : context.flashes.error('/cart', NOT_ADDED)
  }
  const added = await addProduct(context, request, parsed.value)
  if (added.ok) return redirectTo('/cart')
  const { message, incomplete } = added.refusal
  return incomplete
    ? redirectTo(incompleteUrl(incomplete.slug, form, incomplete.missing))
    : context.flashes.error('/cart', message)
}

/** Why a product was not added, in words for the shopper, and what its page still has to be told. */
interface AddRefusal {
  message: string
  incomplete?: { slug: string; missing: Missing }
}

/** Adds a product, by its id or slug, in a size and colour that it comes in. */
export async function addProduct(
  context: RequestContext,
  request: Request,
  { product: idOrSlug, size, color, quantity }: CartLine,
): Promise<Result<null, AddRefusal>> {
  const result = await attempt(context, 'not added to cart', async (): Promise<Result<null, AddRefusal>> => {
    const found = await findProduct(context, idOrSlug)
    if (!found) return refuse({ message: NOT_ADDED })
    const { product } = found
    const { id, slug, variants, colors } = product
    // The size is asked for first (document 1, section 5); each only where the product offers a choice (A50).
    const hasSize = variants.length === 0 || variants.some(({ label }) => label === size)
    if (!hasSize) return refuse({ message: 'Please select a size', incomplete: { slug, missing: 'size' } })
    const hasColor = colors.length === 0 || colors.some(({ name }) => name === color)
    if (!hasColor) return refuse({ message: 'Please select a color', incomplete: { slug, missing: 'color' } })
    const added = await changeLine(context, request, 'add', { product: id, size, color, quantity })
    if (!added.ok) return refuse({ message: FULL })
    const chart = chartOf(product)
    if (chart && size) await rememberSizes(context, request, { [chart]: size })
    return added
  })
  return result ?? refuse({ message: NOT_ADDED })
}

/** The product's page with these choices of its form, and more. */
function choiceUrl(slug: string, form: FormData, names: Missing[], more: Record<string, string>): string {
  const parameters: Record<string, string> = {}
  for (const name of names) {
    const value = form.get(name)
    if (typeof value === 'string' && value) parameters[name] = value.slice(0, 60)
  }
  return productUrl(encodeURIComponent(slug.slice(0, 200)), { ...parameters, ...more })
}

/** The product's page at the field that was left out, with what else its form held. */
function incompleteUrl(slug: string, form: FormData, missing: Missing): string {
  const quantity = String(form.get('quantity') ?? 1).slice(0, 4)
  const more = { ...(quantity === '1' ? {} : { quantity }), missing }
  return `${choiceUrl(slug, form, [missing === 'size' ? 'color' : 'size'], more)}#choose-${missing}`
}

function line(change: 'step' | 'set' | 'remove', by?: number): CartAction {
  return async (context, request, form) => {
    const parsed = parseWithZod(form, { schema: LineForm })
    if (parsed.status !== 'success') {
      return isTooMany(parsed.error) ? context.flashes.error('/cart', TOO_MANY) : redirectTo('/cart')
    }
    const { key, quantity } = parsed.value
    if (change === 'set' && quantity === undefined) return redirectTo('/cart')
    const changed = await attempt(context, 'cart not changed', () =>
      changeLine(context, request, change, { ...key, quantity: by ?? quantity ?? 1 }),
    )
    return changed ? redirectTo('/cart') : context.flashes.error('/cart', UNREACHABLE)
  }
}

async function promo(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: PromoForm })
  const code = parsed.status === 'success' ? parsed.value.code.trim().toUpperCase() : ''
  if (code === '') {
    context.sendCookie(await context.cookies.of(promoCookie).serialize('', { maxAge: 0 }))
    return redirectTo('/cart')
  }
  const priced = await attempt(context, 'promo code not checked', async () =>
    priceCart(context, await readCookieCart(context, request), code),
  )
  if (!priced) return context.flashes.error('/cart', UNREACHABLE)
  if (priced.promo?.problem) return context.flashes.error('/cart', priced.promo.problem)
  context.sendCookie(await context.cookies.of(promoCookie).serialize(code))
  return context.flashes.success('/cart', 'Promo code applied.')
}
