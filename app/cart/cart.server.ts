import { createHash } from 'node:crypto'
import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { findShopper, type Needs, type Reporting } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { declareCookie } from '~/platform/cookies.server'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import { EMPTY_CART, MOST_LINES, MOST_OF_ONE, type Cart, type CartLine } from './cart'

/** Why a cart was not changed: it holds as much as it may, in lines or in the bytes of its cookie. */
export type CartRefusal = 'cart_full'

/** The cart of a browser; it ends with the browser's session. */
const cartCookie = declareCookie({ name: 'addtocartItems' })

/** The promo code that the visitor entered. */
export const promoCookie = declareCookie({ name: 'website_promo', endsWithSession: true })

/** In the cookie: `[product, size, colour, quantity]` a line, the shortest that says it. */
const Stored = z
  .array(z.tuple([z.guid(), z.string().max(60), z.string().max(60), z.number().int().min(1).max(MOST_OF_ONE)]))
  .max(MOST_LINES)

/** Browsers drop a cookie beyond 4096 bytes with its name and attributes. */
const MOST_COOKIE_BYTES = 3800

/** The cart in the cookie; an unsigned, forged or outgrown cookie is an empty one. */
export async function readCookieCart({ cookies }: Needs<'cookies'>, request: Request): Promise<Cart> {
  const stored = Stored.safeParse(await cookies.of(cartCookie).parse(request.headers.get('cookie')))
  if (!stored.success) return EMPTY_CART
  return { lines: stored.data.map(([product, size, color, quantity]) => ({ product, size, color, quantity })) }
}

/** Where a shopper looks at the cart itself; elsewhere the cookie's is near enough. */
const CART_PAGE = /^\/(cart|checkout)$/
const carts = new WeakMap<object, Promise<Cart>>()

/**
 * The visitor's cart, once a request: the cookie's, which needs nothing but the browser. A signed-in shopper who looks at
 * it sees what other devices have done to it, too; while that can't be asked, the cookie's.
 */
export function readCart(
  context: Needs<'cookies' | 'sendCookie' | 'sessions' | 'visitor' | Reporting>,
  request: Request,
): Promise<Cart> {
  const known = carts.get(context)
  if (known) return known
  const isLookedAt = request.method === 'GET' && CART_PAGE.test(new URL(request.url).pathname)
  const cart = isLookedAt ? readSharedCart(context, request) : readCookieCart(context, request)
  carts.set(context, cart)
  return cart
}

async function readSharedCart(
  context: Needs<'cookies' | 'sendCookie' | 'sessions' | 'visitor' | Reporting>,
  request: Request,
): Promise<Cart> {
  const [inCookie, shopper] = await Promise.all([readCookieCart(context, request), findShopper(context)])
  if (!shopper) return inCookie
  const shared = await attempt(context, 'shared cart not read', () => changeSharedCart(shopper.db, 'read', []))
  if (!shared?.ok) return inCookie
  // An order is placed with the cookie's lines, so a cart that the cookie can't hold is not shown.
  const isSame = JSON.stringify(shared.value) === JSON.stringify(inCookie)
  return isSame || (await keepCart(context, shared.value)).ok ? shared.value : inCookie
}

/** Returns a short text that is the same for the same lines in the same order, so that a page's form can say which cart it showed. */
export function cartFingerprint({ lines }: Cart): string {
  const told = lines.map(({ product, size, color, quantity }) => [product, size, color, quantity])
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url').slice(0, 22)
}

const Shared = z.array(
  z
    .object({ product_id: z.guid(), size: z.string(), color: z.string(), quantity: z.number() })
    .transform(({ product_id: product, ...line }) => ({ product, ...line })),
)

/** Changes a signed-in shopper's cart in the database (function `change_cart`). Throws when it can't be asked. */
export async function changeSharedCart(
  backend: Backend,
  change: 'read' | 'add' | 'merge' | 'step' | 'set' | 'remove' | 'choose',
  lines: readonly CartLine[],
): Promise<Result<Cart, CartRefusal>> {
  const { data, error } = await backend.rpc('change_cart', {
    p_change: change,
    p_lines: lines.map(({ product, size, color, quantity }) => ({ product_id: product, size, color, quantity })),
  })
  if (!error) return succeed({ lines: Shared.parse(data) })
  if (databaseRefusal(error) === 'cart_full') return refuse('cart_full')
  throw new Error(`The cart was not changed: ${error.message}`, { cause: error })
}

/** Who has just signed in brings the cart of this browser, and finds the one of their other devices. */
export async function bringCart(
  context: Needs<'backends' | 'cookies' | 'sendCookie' | Reporting>,
  request: Request,
  session: Session,
): Promise<void> {
  await attempt(context, 'cart not brought', async () => {
    const backend = context.backends.asShopper(session.access_token)
    const { lines } = await readCookieCart(context, request)
    const merged = await changeSharedCart(backend, 'merge', lines)
    if (merged.ok) await keepCart(context, merged.value)
  })
}

/** Keeps the cart in its cookie, or removes the cookie of an empty one. Refuses one that has grown too large for it. */
export async function keepCart(
  context: Needs<'cookies' | 'sendCookie'>,
  cart: Cart,
): Promise<Result<null, CartRefusal>> {
  if (cart.lines.length === 0) {
    context.sendCookie(await context.cookies.of(cartCookie).serialize('', { maxAge: 0 }))
    return succeed(null)
  }
  const cookie = await context.cookies
    .of(cartCookie)
    .serialize(cart.lines.map(({ product, size, color, quantity }) => [product, size, color, quantity]))
  if (cookie.length > MOST_COOKIE_BYTES) return refuse('cart_full')
  context.sendCookie(cookie)
  return succeed(null)
}

/** The promo code the visitor entered, if any. */
export async function readPromoCode({ cookies }: Needs<'cookies'>, request: Request): Promise<string | null> {
  const code: unknown = await cookies.of(promoCookie).parse(request.headers.get('cookie'))
  return typeof code === 'string' && code !== '' ? code.slice(0, 40) : null
}
