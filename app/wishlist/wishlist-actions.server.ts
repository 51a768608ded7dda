import { parseWithZod } from '@conform-to/zod/v4'
import { leftUrl } from '~/cart/cart'
import { LineForm } from '~/cart/cart.schema'
import { addProduct, changeLine } from '~/cart/change-cart.server'
import { attempt } from '~/platform/attempt.server'
import { redirectTo, safePath, type RequestContext } from '~/platform/context.server'
import { MOST_WISHES } from './wishlist'
import { WishForm } from './wishlist.schema'
import { changeWishlist } from './wishlist.server'

type WishAction = (context: RequestContext, request: Request, form: FormData) => Promise<Response>

const FULL = `Your wishlist holds ${MOST_WISHES} products at most. Please remove one first.`
const UNREACHABLE = 'We can’t change your wishlist right now. Please try again in a moment.'

/** What a form may ask of the wishlist, by its `intent`. */
export const wishlistActions = { save, remove, move, later } satisfies Record<string, WishAction>

async function save(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: WishForm })
  if (parsed.status !== 'success') return redirectTo('/wishlist')
  const { slug, from } = parsed.value
  const back = `${safePath(from)}#${slug}`
  const saved = await attempt(context, 'not saved', () => changeWishlist(context, request, 'save', slug))
  if (!saved) return context.flashes.error(back, UNREACHABLE)
  return saved.ok ? redirectTo(back) : context.flashes.error(back, FULL)
}

/** On the wishlist's own page, says what was removed and offers to undo that. */
async function remove(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: WishForm })
  if (parsed.status !== 'success') return redirectTo('/wishlist')
  const { slug, from } = parsed.value
  const removed = await attempt(context, 'wish not removed', () => changeWishlist(context, request, 'remove', slug))
  if (from === '/wishlist') {
    return removed ? redirectTo(`/wishlist?removed=${slug}`) : context.flashes.error('/wishlist', UNREACHABLE)
  }
  const back = `${safePath(from)}#${slug}`
  return removed ? redirectTo(back) : context.flashes.error(back, UNREACHABLE)
}

/** Moves a product into the cart. One that can't be added stays on the list. */
async function move(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: WishForm })
  if (parsed.status !== 'success') return redirectTo('/wishlist')
  const { slug, size, color } = parsed.value
  const added = await addProduct(context, request, { product: slug, size, color, quantity: 1 })
  if (!added.ok) return context.flashes.error(`/wishlist#${slug}`, added.refusal.message)
  await attempt(context, 'wish not removed', () => changeWishlist(context, request, 'remove', slug))
  return context.flashes.success('/wishlist', 'Moved to your cart.')
}

/** Moves a line of the cart to the wishlist and comes back to the cart. Where it can't be saved, it stays in the cart. */
async function later(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: WishForm })
  const line = parseWithZod(form, { schema: LineForm })
  if (parsed.status !== 'success' || line.status !== 'success') return redirectTo('/cart')
  const left = { ...line.value.key, quantity: line.value.quantity ?? 1 }
  const saved = await attempt(context, 'not saved', () => changeWishlist(context, request, 'save', parsed.value.slug))
  if (!saved) return context.flashes.error('/cart', UNREACHABLE)
  if (!saved.ok) return context.flashes.error('/cart', FULL)
  const removed = await attempt(context, 'line not removed', () => changeLine(context, request, 'remove', left))
  return removed ? redirectTo(leftUrl('later', left)) : redirectTo('/cart')
}
