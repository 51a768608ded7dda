import { cutText } from '~/platform/text'
import { m } from '~/language/messages'
import { parseWithZod } from '@conform-to/zod/v4'
import { productUrl, type Missing } from '~/catalog/product-choice'
import { afterFirstCookie } from '~/platform/cookies.server'
import { redirectTo, type RequestContext } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { checkoutUrl, describeAdded, removedLineUrl, lineElementId, MAX_QUANTITY_PER_LINE, type CartLine } from './cart'
import { addSetSchema, addToCartSchema, lineOptionsSchema, isTooMany, cartLineSchema } from './cart.schema'
import { readGuestTerms } from './guests.server'
import { tryPostedCode } from './promo-code.server'
import { addProduct, addProducts, changeLine, changeOptions, type AddRefusal } from './change-cart.server'

type CartAction = (context: RequestContext, request: Request, form: FormData) => Promise<Response>

/** A function, since formatting the number loads data, which would lengthen every start. */
const tooManyMessage = () => m.cart_line_limit({ max: MAX_QUANTITY_PER_LINE.toLocaleString('en-US') })

export const cartActions = {
  add: (context, request, form) => add(context, request, form, afterAdding),
  'add-set': addSet,
  buy: (context, request, form) => add(context, request, form, afterBuying),
  more: line('step', 1),
  less: line('step', -1),
  set: line('set'),
  choose,
  remove,
  undo,
  promo,
} satisfies Record<string, CartAction>

type AfterAdding = (context: RequestContext, request: Request, added: CartLine, from: string) => Promise<Response>

/** Goes to the cart, which says what was added (PD-26, decision 209). */
const afterAdding: AfterAdding = (context, request, added, from) =>
  toCart(context, request, describeAdded([added], from))

function toCart(context: RequestContext, request: Request, description: string): Promise<Response> {
  return context.flashes.success(afterFirstCookie(request, '/cart'), { message: m.cart_added(), description })
}

/** Goes straight to the checkout, or to the dialog for those who have to log in first. */
const afterBuying: AfterAdding = async (context) =>
  redirectTo(checkoutUrl(context.visitor.isSignedIn || (await readGuestTerms(context)).mayOrder))

async function add(context: RequestContext, request: Request, form: FormData, after: AfterAdding): Promise<Response> {
  const parsed = parseWithZod(form, { schema: addToCartSchema })
  if (parsed.status !== 'success') {
    return isTooMany(parsed.error)
      ? context.flashes.error(productPage(form, String(MAX_QUANTITY_PER_LINE)), tooManyMessage())
      : context.flashes.error('/cart', m.cart_not_added())
  }
  const added = await addProduct(context, request, parsed.value)
  const from = form.get('from')
  return added.ok
    ? after(context, request, parsed.value, typeof from === 'string' ? from : '')
    : afterRefusal(context, form, added.refusal)
}

function afterRefusal(context: RequestContext, form: FormData, refusal: AddRefusal): Response | Promise<Response> {
  const { message, incomplete, hasFailed } = refusal
  return incomplete
    ? redirectTo(incompleteUrl(incomplete.slug, form, incomplete.missing))
    : context.flashes.error(hasFailed ? productPage(form) : '/cart', message)
}

/** Adds both products of a set, or none unless the cart gets full between them. */
async function addSet(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: addSetSchema })
  if (parsed.status !== 'success') return context.flashes.error('/cart', m.cart_not_added())
  const { product2: product, size2: size, color2: color, ...first } = parsed.value
  const lines = [first, { product, size, color, quantity: 1 }]
  const added = await addProducts(context, request, lines)
  return added.ok ? toCart(context, request, describeAdded(lines)) : afterRefusal(context, form, added.refusal)
}

/** Returns the product's page with what was chosen there. */
function productPage(form: FormData, quantity = String(form.get('quantity') ?? 1).slice(0, 4)): string {
  const slug = String(form.get('slug') || form.get('product') || '')
  return choiceUrl(slug, form, ['color', 'size'], quantity === '1' ? {} : { quantity })
}

function choiceUrl(slug: string, form: FormData, names: Missing[], more: Record<string, string>): string {
  const parameters: Record<string, string> = {}
  for (const name of names) {
    const value = form.get(name)
    if (typeof value === 'string' && value) parameters[name] = cutText(value, 60)
  }
  return productUrl(encodeURIComponent(cutText(slug, 200)), { ...parameters, ...more })
}

function incompleteUrl(slug: string, form: FormData, missing: Missing): string {
  const quantity = String(form.get('quantity') ?? 1).slice(0, 4)
  const more = { ...(quantity === '1' ? {} : { quantity }), missing }
  return choiceUrl(slug, form, [missing === 'size' ? 'color' : 'size'], more)
}

/** Redirects to the line itself, so that a long cart doesn't jump to its top. */
function backTo(line: CartLine): Response {
  return redirectTo(`/cart#${lineElementId(line)}`)
}

function line(change: 'step' | 'set', by?: number): CartAction {
  return async (context, request, form) => {
    const parsed = parseWithZod(form, { schema: cartLineSchema })
    if (parsed.status !== 'success') {
      return isTooMany(parsed.error) ? context.flashes.error('/cart', tooManyMessage()) : redirectTo('/cart')
    }
    const { key, quantity } = parsed.value
    if (change === 'set' && quantity === undefined) return redirectTo('/cart')
    const changed = { ...key, quantity: by ?? quantity ?? 1 }
    const result = await attempt(context, 'cart not changed', () => changeLine(context, request, change, changed))
    if (!result) return context.flashes.error('/cart', m.cart_unreachable())
    return result.ok ? backTo(changed) : redirectTo(removedLineUrl('gone', { ...changed, quantity: quantity ?? 1 }))
  }
}

async function choose(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: lineOptionsSchema })
  if (parsed.status !== 'success') return redirectTo('/cart')
  const { key, size, color } = parsed.value
  const changed = { ...key, quantity: 1 }
  const chosen = await changeOptions(context, request, changed, { size, color })
  if (chosen.ok) return backTo({ ...changed, size, color })
  if (chosen.refusal.isGone) return redirectTo(removedLineUrl('gone', changed))
  return context.flashes.error('/cart', chosen.refusal.hasFailed ? m.cart_unreachable() : chosen.refusal.message)
}

/** Returns the line that a form names, or null. Without a quantity it is 1. */
function readLine(form: FormData): CartLine | null {
  const parsed = parseWithZod(form, { schema: cartLineSchema })
  return parsed.status === 'success' ? { ...parsed.value.key, quantity: parsed.value.quantity ?? 1 } : null
}

/** The URL names the removed line, so that Undo survives a reload. */
async function remove(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const removed = readLine(form)
  if (!removed) return redirectTo('/cart')
  const result = await attempt(context, 'cart not changed', () => changeLine(context, request, 'remove', removed))
  return result ? redirectTo(removedLineUrl('removed', removed)) : context.flashes.error('/cart', m.cart_unreachable())
}

async function undo(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const removed = readLine(form)
  if (!removed) return redirectTo('/cart')
  const result = await attempt(context, 'cart not changed', () => changeLine(context, request, 'merge', removed))
  if (!result) return context.flashes.error('/cart', m.cart_unreachable())
  return result.ok ? backTo(removed) : context.flashes.error('/cart', m.cart_full())
}

async function promo(context: RequestContext, _request: Request, form: FormData): Promise<Response> {
  const problem = await tryPostedCode(context, form)
  return problem ? context.flashes.error('/cart', problem.message) : redirectTo('/cart#promo')
}
