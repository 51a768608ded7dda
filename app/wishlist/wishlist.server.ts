import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { Card } from '~/catalog/product.schema'
import { attempt } from '~/platform/attempt.server'
import { findShopper, type Needs, type Reporting } from '~/platform/context.server'
import { declareCookie } from '~/platform/cookies.server'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import { DAY } from '~/platform/time'
import { MOST_WISHES, removeWish, saveWish, type Wishlist } from './wishlist'
import { Slug } from './wishlist.schema'

/** Why a product was not saved: the list holds as many as it may, in products or in the bytes of its cookie. */
export type WishRefusal = 'wishlist_full'

const wishlistCookie = declareCookie({ name: 'website_wishlist', maxAge: 180 * DAY })

const Stored = z.array(Slug).max(MOST_WISHES)

/** Browsers drop a cookie beyond 4096 bytes with its name and attributes. */
const MOST_COOKIE_BYTES = 3_800

/**
 * Returns the wishlist as this browser last saw it, which decides the hearts of every page; it asks no backend. An unsigned or
 * forged cookie is an empty list.
 */
export async function readHearts({ cookies }: Needs<'cookies'>, request: Request): Promise<Wishlist> {
  return Stored.safeParse(await cookies.of(wishlistCookie).parse(request.headers.get('cookie'))).data ?? []
}

/** Returns the visitor's wishlist: a signed-in shopper's from the database, so that all devices show the same, else the cookie's. */
export async function readWishlist(
  context: Needs<'cookies' | 'sendCookie' | 'sessions' | 'visitor' | Reporting>,
  request: Request,
): Promise<Wishlist> {
  const [hearts, shopper] = await Promise.all([readHearts(context, request), findShopper(context)])
  if (!shopper) return hearts
  const shared = await attempt(context, 'wishlist not read', () => changeShared(shopper.db, 'read', []))
  if (!shared?.ok) return hearts
  if (shared.value.join() !== hearts.join()) await keepHearts(context, shared.value)
  return shared.value
}

/** Saves or removes one product, for a signed-in shopper where all their devices find it. Throws when the database can't be asked. */
export async function changeWishlist(
  context: Needs<'cookies' | 'sendCookie' | 'sessions' | 'visitor'>,
  request: Request,
  change: 'save' | 'remove',
  slug: string,
): Promise<Result<null, WishRefusal>> {
  const shopper = await findShopper(context)
  if (shopper) {
    const changed = await changeShared(shopper.db, change, [slug])
    if (!changed.ok) return changed
    await keepHearts(context, changed.value)
    return succeed(null)
  }
  const hearts = await readHearts(context, request)
  const changed = change === 'save' ? saveWish(hearts, slug) : removeWish(hearts, slug)
  if (!changed || (await fitting(context, changed)).length < changed.length) return refuse('wishlist_full')
  await keepHearts(context, changed)
  return succeed(null)
}

/** Merges this browser's wishlist into that of the shopper who has just signed in. */
export async function bringWishlist(
  context: Needs<'backends' | 'cookies' | 'sendCookie' | Reporting>,
  request: Request,
  session: Session,
): Promise<void> {
  await attempt(context, 'wishlist not brought', async () => {
    const hearts = await readHearts(context, request)
    const merged = await changeShared(context.backends.asShopper(session.access_token), 'merge', hearts)
    if (merged.ok) await keepHearts(context, merged.value)
  })
}

/** Keeps a wishlist in the browser, without its oldest products where they don't fit, or removes the cookie of an empty one. */
export async function keepHearts(context: Needs<'cookies' | 'sendCookie'>, wishlist: Wishlist): Promise<void> {
  const kept = await fitting(context, wishlist)
  const cookie = context.cookies.of(wishlistCookie)
  context.sendCookie(kept.length > 0 ? await cookie.serialize(kept) : await cookie.serialize('', { maxAge: 0 }))
}

/** As many of the newest products as a cookie holds. */
async function fitting(context: Needs<'cookies'>, wishlist: Wishlist): Promise<Wishlist> {
  const { length } = await context.cookies.of(wishlistCookie).serialize(wishlist)
  return length <= MOST_COOKIE_BYTES ? wishlist : fitting(context, wishlist.slice(0, -1))
}

async function changeShared(
  backend: Backend,
  change: 'read' | 'save' | 'merge' | 'remove',
  slugs: Wishlist,
): Promise<Result<Wishlist, WishRefusal>> {
  const { data, error } = await backend.rpc('change_wishlist', { p_change: change, p_slugs: [...slugs] })
  if (!error) return succeed(z.array(z.string()).parse(data))
  if (databaseRefusal(error) === 'wishlist_full') return refuse('wishlist_full')
  throw new Error(`The wishlist was not changed: ${error.message}`, { cause: error })
}

const Wished = Card.extend({ variants: z.array(z.object({ label: z.string(), stock: z.number().nullable() })) })
/** A product of a wishlist, with what it comes in. */
export type Wished = z.infer<typeof Wished>

/** The products of a wishlist that are sold now, with today's prices and stock. Throws when the database can't be asked. */
export async function listWished({ backends }: Needs<'backends'>, wishlist: Wishlist): Promise<Wished[]> {
  if (wishlist.length === 0) return []
  const { data, error } = await backends.anonymous.rpc('get_products_by_slug', { p_slugs: [...wishlist] })
  if (error) throw new Error(`Wished products not read: ${error.message}`, { cause: error })
  return z.array(Wished).parse(data)
}
