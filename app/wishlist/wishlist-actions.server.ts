import { parseWithZod } from '@conform-to/zod/v4'
import { removedLineUrl } from '~/cart/cart'
import { cartLineSchema } from '~/cart/cart.schema'
import { addProduct, changeLine } from '~/cart/change-cart.server'
import { attempt } from '~/platform/attempt.server'
import { redirectTo, type RequestContext } from '~/platform/context.server'
import { shopPath } from '~/platform/text'
import { MAX_WISHES } from './wishlist'
import { wishSchema } from './wishlist.schema'
import { changeWishlist } from './wishlist.server'

type WishAction = (context: RequestContext, request: Request, form: FormData) => Promise<Response>

const WISHLIST_FULL = `Your wishlist holds ${MAX_WISHES} products at most. Please remove one first.`
const UNREACHABLE = 'We can’t change your wishlist right now. Please try again in a moment.'

/** The changes that a form can make to the wishlist, by its `intent`. */
export const wishlistActions = { save, remove, move, later } satisfies Record<string, WishAction>

async function save(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: wishSchema })
  if (parsed.status !== 'success') return redirectTo('/wishlist')
  const { slug, from } = parsed.value
  const back = `${shopPath(from)}#${slug}`
  const saved = await attempt(context, 'not saved', () => changeWishlist(context, request, 'save', slug))
  if (!saved) return context.flashes.error(back, UNREACHABLE)
  return saved.ok ? redirectTo(back) : context.flashes.error(back, WISHLIST_FULL)
}

/** The wishlist page offers to undo the removal. */
async function remove(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: wishSchema })
  if (parsed.status !== 'success') return redirectTo('/wishlist')
  const { slug, from } = parsed.value
  const removed = await attempt(context, 'wish not removed', () => changeWishlist(context, request, 'remove', slug))
  if (from === '/wishlist') {
    return removed ? redirectTo(`/wishlist?removed=${slug}`) : context.flashes.error('/wishlist', UNREACHABLE)
  }
  const back = `${shopPath(from)}#${slug}`
  return removed ? redirectTo(back) : context.flashes.error(back, UNREACHABLE)
}

/** Moves a product into the cart; it stays on the wishlist if that fails. */
async function move(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: wishSchema })
  if (parsed.status !== 'success') return redirectTo('/wishlist')
  const { slug, size, color } = parsed.value
  const added = await addProduct(context, request, { product: slug, size, color, quantity: 1 })
  if (!added.ok) return context.flashes.error(`/wishlist#${slug}`, added.refusal.message)
  await attempt(context, 'wish not removed', () => changeWishlist(context, request, 'remove', slug))
  return context.flashes.success('/wishlist', 'Moved to your cart.')
}

/** Moves a line of the cart to the wishlist; it stays in the cart if saving fails. */
async function later(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: wishSchema })
  const line = parseWithZod(form, { schema: cartLineSchema })
  if (parsed.status !== 'success' || line.status !== 'success') return redirectTo('/cart')
  const left = { ...line.value.key, quantity: line.value.quantity ?? 1 }
  const saved = await attempt(context, 'not saved', () => changeWishlist(context, request, 'save', parsed.value.slug))
  if (!saved) return context.flashes.error('/cart', UNREACHABLE)
  if (!saved.ok) return context.flashes.error('/cart', WISHLIST_FULL)
  const removed = await attempt(context, 'line not removed', () => changeLine(context, request, 'remove', left))
  return removed ? redirectTo(removedLineUrl('later', left)) : redirectTo('/cart')
}
