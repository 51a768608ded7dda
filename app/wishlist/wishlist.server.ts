import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { translated } from '~/language/translated'
import { findRenamed } from '~/catalog/former-names.server'
import { choiceCardSchema } from '~/catalog/product.schema'
import { attempt } from '~/platform/attempt.server'
import { findShopper, type Needs, type Reporting } from '~/platform/context.server'
import { declareCookie } from '~/platform/cookies.server'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import { DAY } from '~/platform/time'
import { isSameWish, MAX_WISHES, removeWish, saveWish, type Wish, type Wishlist } from './wishlist'
import { slugSchema, wishSchema } from './wishlist.schema'

/** Why a product was not saved: too many products, or too large for the cookie. */
export type WishRefusal = 'wishlist_full'

const wishlistCookie = declareCookie({ name: 'website_wishlist', maxAge: 180 * DAY })

const { size, color, quantity } = wishSchema.shape
/** To save bytes, a product without a choice is its slug alone; other wishes are `[slug, size, colour, quantity]`. */
const storedWishSchema = z.union([
  slugSchema.transform((slug): Wish => ({ slug, size: '', color: '', quantity: 1 })),
  z
    .tuple([slugSchema, size, color, quantity])
    .transform(([slug, ...chosen]): Wish => ({ slug, size: chosen[0], color: chosen[1], quantity: chosen[2] })),
])
const storedWishlistSchema = z.array(storedWishSchema).max(MAX_WISHES)

const toStored = (wishlist: Wishlist) =>
  wishlist.map(({ slug, ...wish }) =>
    wish.size === '' && wish.color === '' && wish.quantity === 1 ? slug : [slug, wish.size, wish.color, wish.quantity],
  )

/** Browsers drop a cookie beyond 4096 bytes with its name and attributes. */
const MAX_COOKIE_BYTES = 3_800

/**
 * Returns the wishlist of the browser's cookie, for the hearts of every page, without a backend request. An unsigned or forged cookie is
 * an empty list.
 */
export async function readHearts({ cookies }: Needs<'cookies'>, request: Request): Promise<Wishlist> {
  return (
    storedWishlistSchema.safeParse(await cookies.of(wishlistCookie).parse(request.headers.get('cookie'))).data ?? []
  )
}

/**
 * Returns the visitor's wishlist: a signed-in shopper's from the database, which all their devices share, else the cookie's. It is null if a
 * shopper's can't be read and the cookie has none, for theirs may have some.
 */
export async function readWishlist(
  context: Needs<'cookies' | 'sendCookie' | 'sessions' | 'visitor' | Reporting>,
  request: Request,
): Promise<Wishlist | null> {
  const [hearts, shopper] = await Promise.all([readHearts(context, request), findShopper(context)])
  if (!shopper) return hearts
  const shared = await attempt(context, 'wishlist not read', () => changeSharedWishlist(shopper.db, 'read', []))
  if (!shared?.ok) return hearts.length > 0 ? hearts : null
  if (JSON.stringify(shared.value) !== JSON.stringify(hearts)) await saveWishlistCookie(context, shared.value)
  return shared.value
}

/** Saves or removes one wish: in the database for a signed-in shopper, else in the cookie. Throws if the database fails. */
export async function changeWishlist(
  context: Needs<'cookies' | 'sendCookie' | 'sessions' | 'visitor'>,
  request: Request,
  change: 'save' | 'remove',
  wish: Wish,
): Promise<Result<null, WishRefusal>> {
  const shopper = await findShopper(context)
  if (shopper) {
    const changed = await changeSharedWishlist(shopper.db, change, [wish])
    if (!changed.ok) return changed
    await saveWishlistCookie(context, changed.value)
    return succeed(null)
  }
  const hearts = await readHearts(context, request)
  const changed = change === 'save' ? saveWish(hearts, wish) : removeWish(hearts, wish)
  if (!changed || (await trimToCookieSize(context, changed)).length < changed.length) return refuse('wishlist_full')
  await saveWishlistCookie(context, changed)
  return succeed(null)
}

export async function mergeWishlistAtSignIn(
  context: Needs<'backends' | 'cookies' | 'sendCookie' | Reporting>,
  request: Request,
  session: Session,
): Promise<void> {
  await attempt(context, 'wishlist not brought', async () => {
    const hearts = await readHearts(context, request)
    const merged = await changeSharedWishlist(context.backends.asShopper(session.access_token), 'merge', hearts)
    if (merged.ok) await saveWishlistCookie(context, merged.value)
  })
}

/** Stores the wishlist in its cookie, without its oldest wishes if they don't fit, or removes the cookie of an empty list. */
export async function saveWishlistCookie(context: Needs<'cookies' | 'sendCookie'>, wishlist: Wishlist): Promise<void> {
  const stored = await trimToCookieSize(context, wishlist)
  const cookie = context.cookies.of(wishlistCookie)
  context.sendCookie(
    stored.length > 0 ? await cookie.serialize(toStored(stored)) : await cookie.serialize('', { maxAge: 0 }),
  )
}

/** Returns as many of the newest wishes as the cookie holds. */
async function trimToCookieSize(context: Needs<'cookies'>, wishlist: Wishlist): Promise<Wishlist> {
  const { length } = await context.cookies.of(wishlistCookie).serialize(toStored(wishlist))
  return length <= MAX_COOKIE_BYTES ? wishlist : trimToCookieSize(context, wishlist.slice(0, -1))
}

async function changeSharedWishlist(
  backend: Backend,
  change: 'read' | 'save' | 'merge' | 'remove',
  wishes: Wishlist,
): Promise<Result<Wishlist, WishRefusal>> {
  const { data, error } = await backend.rpc('change_wishlist', {
    p_change: change,
    p_wishes: wishes.map((wish) => ({ ...wish })),
  })
  if (!error) return succeed(z.array(wishSchema).parse(data))
  if (databaseRefusal(error) === 'wishlist_full') return refuse('wishlist_full')
  throw new Error(`The wishlist was not changed: ${error.message}`, { cause: error })
}

const wishedProductSchema = choiceCardSchema.extend({
  /** The slug by which it was asked for, which may be a former one. */
  asked: z.string(),
})
/** A product on the wishlist with its sizes and colours. */
export type WishedProduct = z.infer<typeof wishedProductSchema>

interface Wished {
  wish: Wish
  product: WishedProduct
}

/**
 * Returns the wishes whose products are sold now, with current prices and stock. Those of products and colours that were renamed since are
 * stored by their new names. Throws if the database fails.
 */
export async function listWished(
  context: Needs<'backends' | 'catalogue' | 'cookies' | 'sendCookie' | 'sessions' | 'visitor'>,
  wishlist: Wishlist,
): Promise<Wished[]> {
  const wished = await readWished(context, wishlist)
  const colors = wished.flatMap(({ wish: { color }, product }) =>
    color === '' || product.colors.some(({ name }) => name === color) ? [] : color,
  )
  const renamed = await findRenamed(context, 'color', colors)
  const present = new Map(
    wished.map(({ wish, product: { slug } }) => [
      wish,
      { ...wish, slug, color: renamed.get(wish.color) ?? wish.color },
    ]),
  )
  if ([...present].every(([wish, now]) => isSameWish(wish, now))) return wished
  return readWished(context, await renameWishes(context, wishlist, present))
}

/** Stores wishes by their present names, and returns the wishlist. Two that are now the same are one. */
async function renameWishes(
  context: Needs<'cookies' | 'sendCookie' | 'sessions' | 'visitor'>,
  wishlist: Wishlist,
  present: ReadonlyMap<Wish, Wish>,
): Promise<Wishlist> {
  const shopper = await context.visitor.verify()
  for (const [wish, now] of shopper ? present : []) {
    if (!shopper || isSameWish(wish, now)) continue
    await changeSharedWishlist(shopper.db, 'save', [now])
    await changeSharedWishlist(shopper.db, 'remove', [wish])
  }
  const renamed = wishlist.map((wish) => present.get(wish) ?? wish)
  const changed = renamed.reduceRight<Wishlist>((list, wish) => saveWish(list, wish) ?? list, [])
  await saveWishlistCookie(context, changed)
  return changed
}

async function readWished({ backends }: Needs<'backends'>, wishlist: Wishlist): Promise<Wished[]> {
  if (wishlist.length === 0) return []
  const slugs = [...new Set(wishlist.map(({ slug }) => slug))]
  const { data, error } = await backends.anonymous.rpc('get_products_by_slug', { p_slugs: slugs })
  if (error) throw new Error(`Wished products not read: ${error.message}`, { cause: error })
  const products = new Map(
    z
      .array(translated(wishedProductSchema))
      .parse(data)
      .map((product) => [product.asked, product]),
  )
  return wishlist.flatMap((wish) => {
    const product = products.get(wish.slug)
    return product ? [{ wish, product }] : []
  })
}
