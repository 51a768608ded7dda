import { parseWithZod } from '@conform-to/zod/v4'
import { productUrl, type Missing } from '~/catalog/product-choice'
import { redirectTo, type RequestContext } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { leftUrl, lineElementId, MOST_OF_ONE, type CartLine } from './cart'
import { AddForm, ChooseForm, isTooMany, LineForm, PromoForm } from './cart.schema'
import { promoCookie } from './cart.server'
import { addProduct, changeLine, chooseAgain, FULL, NOT_ADDED } from './change-cart.server'

type CartAction = (context: RequestContext, request: Request, form: FormData) => Promise<Response>

const TOO_MANY = `One line of a cart holds ${MOST_OF_ONE.toLocaleString('en-US')} pieces at most.`
const UNREACHABLE = 'We can’t change your cart right now. Please try again in a moment.'

/** What a form may ask of the cart, by its `intent`. */
export const cartActions = {
  add,
  more: line('step', 1),
  less: line('step', -1),
  set: line('set'),
  choose,
  remove,
  undo,
  promo,
} satisfies Record<string, CartAction>

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

/** Back to the cart where the line stands, so that a long cart doesn't jump to its top. */
function backTo(line: CartLine): Response {
  return redirectTo(`/cart#${lineElementId(line)}`)
}

function line(change: 'step' | 'set', by?: number): CartAction {
  return async (context, request, form) => {
    const parsed = parseWithZod(form, { schema: LineForm })
    if (parsed.status !== 'success') {
      return isTooMany(parsed.error) ? context.flashes.error('/cart', TOO_MANY) : redirectTo('/cart')
    }
    const { key, quantity } = parsed.value
    if (change === 'set' && quantity === undefined) return redirectTo('/cart')
    const changed = { ...key, quantity: by ?? quantity ?? 1 }
    const result = await attempt(context, 'cart not changed', () => changeLine(context, request, change, changed))
    return result ? backTo(changed) : context.flashes.error('/cart', UNREACHABLE)
  }
}

async function choose(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: ChooseForm })
  if (parsed.status !== 'success') return redirectTo('/cart')
  const { key, size, color } = parsed.value
  const changed = { ...key, quantity: 1 }
  const chosen = await chooseAgain(context, request, changed, { size, color })
  return chosen.ok ? backTo({ ...changed, size, color }) : context.flashes.error('/cart', chosen.refusal.message)
}

/** The line that a form names, one piece when it names no number; null when it names no line. */
function readLine(form: FormData): CartLine | null {
  const parsed = parseWithZod(form, { schema: LineForm })
  return parsed.status === 'success' ? { ...parsed.value.key, quantity: parsed.value.quantity ?? 1 } : null
}

/** The address says what was removed, so that the offer to undo it survives a reload. */
async function remove(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const removed = readLine(form)
  if (!removed) return redirectTo('/cart')
  const result = await attempt(context, 'cart not changed', () => changeLine(context, request, 'remove', removed))
  return result ? redirectTo(leftUrl('removed', removed)) : context.flashes.error('/cart', UNREACHABLE)
}

async function undo(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const removed = readLine(form)
  if (!removed) return redirectTo('/cart')
  const result = await attempt(context, 'cart not changed', () => changeLine(context, request, 'restore', removed))
  if (!result) return context.flashes.error('/cart', UNREACHABLE)
  return result.ok ? backTo(removed) : context.flashes.error('/cart', FULL)
}

/** Keeps the code that was typed, also one that takes nothing off: the cart says why beside it until it is changed or removed. */
async function promo(context: RequestContext, _request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: PromoForm })
  const code = parsed.status === 'success' ? parsed.value.code : ''
  const cookie = context.cookies.of(promoCookie)
  context.sendCookie(code === '' ? await cookie.serialize('', { maxAge: 0 }) : await cookie.serialize(code))
  return redirectTo('/cart#promo')
}
