import { m } from '~/language/messages'
import { parseWithZod } from '@conform-to/zod/v4'
import { removedLineUrl } from '~/cart/cart'
import { productUrl } from '~/catalog/product-choice'
import { cartLineSchema } from '~/cart/cart.schema'
import { addProduct, changeLine } from '~/cart/change-cart.server'
import { attempt } from '~/platform/attempt.server'
import { afterFirstCookie } from '~/platform/cookies.server'
import { redirectTo, type RequestContext } from '~/platform/context.server'
import { shopPath } from '~/platform/text'
import { MAX_WISHES, removedWishUrl, wishElementId, type Wish } from './wishlist'
import { movedWishSchema, savedWishSchema, slugSchema } from './wishlist.schema'
import { changeWishlist } from './wishlist.server'

const WISHLIST = '/wishlist'

type WishAction = (context: RequestContext, request: Request, form: FormData) => Promise<Response>

const isFull = () => m.wishlist_full({ max: MAX_WISHES })

/** The changes that a form can make to the wishlist, by its `intent`. */
export const wishlistActions = { save, remove, move, later } satisfies Record<string, WishAction>

async function save(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: savedWishSchema })
  if (parsed.status !== 'success') return redirectTo('/wishlist')
  const { from, ...wish } = parsed.value
  // The form of a product's page, in whose colour and size its heart saves, names the product as the cart does.
  const page = form.has('product') ? chosenProductUrl(wish) : from
  const back = `${shopPath(page)}#${page === WISHLIST ? wishElementId(wish) : wish.slug}`
  const saved = await attempt(context, 'not saved', () => changeWishlist(context, request, 'save', wish))
  if (!saved) return context.flashes.error(back, m.wishlist_unreachable())
  if (!saved.ok) return context.flashes.error(back, isFull())
  return redirectTo(request.headers.has('cookie') ? back : afterFirstCookie(request, WISHLIST, { from: back }))
}

const chosenProductUrl = ({ slug, color, size }: Wish) =>
  productUrl(slug, { ...(color && { color }), ...(size && { size }) })

async function remove(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: savedWishSchema })
  if (parsed.status !== 'success') return redirectTo('/wishlist')
  const { from, ...named } = parsed.value
  // A heart stands for the product in every colour and size.
  const wish = from === WISHLIST ? named : { slug: named.slug, size: '', color: '', quantity: 1 }
  const removed = await attempt(context, 'wish not removed', () => changeWishlist(context, request, 'remove', wish))
  if (from === WISHLIST) {
    return removed ? redirectTo(removedWishUrl(wish)) : context.flashes.error(WISHLIST, m.wishlist_unreachable())
  }
  const back = `${shopPath(from)}#${wish.slug}`
  return removed ? redirectTo(back) : context.flashes.error(back, m.wishlist_unreachable())
}

/** Moves a wish into the cart; if that fails, it stays on the wishlist with the choice. */
async function move(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const parsed = parseWithZod(form, { schema: movedWishSchema })
  if (parsed.status !== 'success') return redirectTo('/wishlist')
  const { slug, size, color, quantity, savedSize, savedColor, from } = parsed.value
  const wish = { slug, size: savedSize, color: savedColor, quantity }
  const added = await addProduct(context, request, { product: slug, size, color, quantity })
  if (!added.ok) {
    const choice = new URLSearchParams({ moved: slug, savedSize, savedColor, size, color })
    return context.flashes.error(`${WISHLIST}?${choice}#${wishElementId(wish)}`, added.refusal.message)
  }
  await attempt(context, 'wish not removed', () => changeWishlist(context, request, 'remove', wish))
  return context.flashes.success(shopPath(from), m.wishlist_moved())
}

/** Moves a line of the cart to the wishlist as it is; it stays in the cart if saving fails. */
async function later(context: RequestContext, request: Request, form: FormData): Promise<Response> {
  const slug = slugSchema.safeParse(form.get('slug'))
  const line = parseWithZod(form, { schema: cartLineSchema })
  if (!slug.success || line.status !== 'success') return redirectTo('/cart')
  const left = { ...line.value.key, quantity: line.value.quantity ?? 1 }
  const wish = { slug: slug.data, size: left.size, color: left.color, quantity: left.quantity }
  const saved = await attempt(context, 'not saved', () => changeWishlist(context, request, 'save', wish))
  if (!saved) return context.flashes.error('/cart', m.wishlist_unreachable())
  if (!saved.ok) return context.flashes.error('/cart', isFull())
  const removed = await attempt(context, 'line not removed', () => changeLine(context, request, 'remove', left))
  return removed ? redirectTo(removedLineUrl('later', left)) : redirectTo('/cart')
}
