import { cutText } from '~/platform/text'
import { createHash } from 'node:crypto'
import type { Session } from '@supabase/supabase-js'
import { z } from 'zod'
import { findShopper, type Needs, type Reporting } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'
import { declareCookie } from '~/platform/cookies.server'
import { refuse, succeed, type Result } from '~/platform/result'
import type { Backend } from '~/platform/supabase/clients.server'
import { databaseRefusal } from '~/platform/supabase/refusals.server'
import {
  EMPTY_CART,
  MAX_CART_LINES,
  MAX_OPTION_LENGTH,
  MAX_QUANTITY_PER_LINE,
  type Cart,
  type CartChange,
  type CartLine,
} from './cart'

/** Why a cart was not changed: too many lines, or too large for its cookie. */
export type CartRefusal = 'cart_full'

/** The cart. The cookie ends with the browser session (XX-10). */
const cartCookie = declareCookie({ name: 'addtocartItems' })

export const promoCookie = declareCookie({ name: 'website_promo', endsWithSession: true })

const optionSchema = z.string().max(MAX_OPTION_LENGTH)

/** `[product, size, colour, quantity]` per line, to save bytes. */
const storedCartSchema = z
  .array(z.tuple([z.guid(), optionSchema, optionSchema, z.number().int().min(1).max(MAX_QUANTITY_PER_LINE)]))
  .max(MAX_CART_LINES)

/** Browsers drop a cookie beyond 4096 bytes with its name and attributes. */
const MAX_COOKIE_BYTES = 3800

/** Returns the cart in the cookie, as this response leaves it. An unsigned, forged or outdated cookie is an empty cart. */
export async function readCookieCart(context: Needs<'cartCookie' | 'cookies'>, request: Request): Promise<Cart> {
  const cookie = context.cartCookie ?? request.headers.get('cookie')
  const stored = storedCartSchema.safeParse(await context.cookies.of(cartCookie).parse(cookie))
  if (!stored.success) return EMPTY_CART
  return { lines: stored.data.map(([product, size, color, quantity]) => ({ product, size, color, quantity })) }
}

/** The cart of a shopper whose saved one can't be read, in a browser that has none. */
export const UNREAD_CART: Cart = { lines: [] }

/** Only these pages read the saved cart; for the others the cookie is fresh enough. */
const CART_PAGE = /^\/(cart|checkout)$/

declare module '~/platform/context.server' {
  interface RequestContext {
    cart?: Promise<Cart>
    /** The Set-Cookie header of the cart, once this response changes it. */
    cartCookie?: string
    /** The promo code, once this response changes it; null if it removes it. */
    promoCode?: string | null
  }
}

/**
 * Returns the visitor's cart, read once per request from the cookie. On the cart pages a signed-in shopper gets the saved cart with the
 * changes of other devices; if it can't be read, the cookie's, or UNREAD_CART without one.
 */
export function readCart(
  context: Needs<'cart' | 'cookies' | 'sendCookie' | 'sessions' | 'visitor' | Reporting>,
  request: Request,
): Promise<Cart> {
  const isCartPage = request.method === 'GET' && CART_PAGE.test(new URL(request.url).pathname)
  return (context.cart ??= isCartPage ? readSharedCart(context, request) : readCookieCart(context, request))
}

/** Reads the cart again that a signed-in shopper's devices share, and stores it in this browser's cookie. */
export async function readSharedCart(
  context: Needs<'cartCookie' | 'cookies' | 'sendCookie' | 'sessions' | 'visitor' | Reporting>,
  request: Request,
): Promise<Cart> {
  const [inCookie, shopper] = await Promise.all([readCookieCart(context, request), findShopper(context)])
  if (!shopper) return inCookie
  const shared = await attempt(context, 'shared cart not read', () => changeSharedCart(shopper.db, 'read', []))
  if (!shared && inCookie.lines.length === 0) {
    context.markIncomplete('cart not read', true)
    return UNREAD_CART
  }
  if (!shared?.ok) return inCookie
  // An order is placed with the cookie's lines, so a cart that the cookie can't hold is not shown.
  const isUnchanged = JSON.stringify(shared.value) === JSON.stringify(inCookie)
  return isUnchanged || (await saveCartCookie(context, shared.value)).ok ? shared.value : inCookie
}

/** Returns a fingerprint of the lines and their order, by which a form says which cart its page showed (decision 110). */
export function cartFingerprint({ lines }: Cart): string {
  const fields = lines.map(({ product, size, color, quantity }) => [product, size, color, quantity])
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22)
}

const sharedCartSchema = z.array(
  z
    .object({ product_id: z.guid(), size: z.string(), color: z.string(), quantity: z.number() })
    .transform(({ product_id: product, ...line }) => ({ product, ...line })),
)

/** Reads or changes a signed-in shopper's saved cart (database function `change_cart`). Throws if the database fails. */
export async function changeSharedCart(
  backend: Backend,
  change: CartChange | 'read',
  lines: readonly CartLine[],
): Promise<Result<Cart, CartRefusal>> {
  const { data, error } = await backend.rpc('change_cart', {
    p_change: change,
    p_lines: lines.map(({ product, size, color, quantity }) => ({ product_id: product, size, color, quantity })),
  })
  if (!error) return succeed({ lines: sharedCartSchema.parse(data) })
  if (databaseRefusal(error) === 'cart_full') return refuse('cart_full')
  throw new Error(`The cart was not changed: ${error.message}`, { cause: error })
}

export async function mergeCartAtSignIn(
  context: Needs<'backends' | 'cookies' | 'sendCookie' | Reporting>,
  request: Request,
  session: Session,
): Promise<void> {
  await attempt(context, 'cart not brought', async () => {
    const backend = context.backends.asShopper(session.access_token)
    const { lines } = await readCookieCart(context, request)
    const merged = await changeSharedCart(backend, 'merge', lines)
    if (merged.ok) await saveCartCookie(context, merged.value)
  })
}

/** Stores the cart in its cookie, or removes the cookie if the cart is empty (CA-46). Refuses a cart that is too large for it. */
export async function saveCartCookie(
  context: Needs<'cartCookie' | 'cookies' | 'sendCookie'>,
  cart: Cart,
): Promise<Result<null, CartRefusal>> {
  if (cart.lines.length === 0) {
    sendCart(context, await context.cookies.of(cartCookie).serialize('', { maxAge: 0 }))
    return succeed(null)
  }
  const cookie = await context.cookies
    .of(cartCookie)
    .serialize(cart.lines.map(({ product, size, color, quantity }) => [product, size, color, quantity]))
  if (cookie.length > MAX_COOKIE_BYTES) return refuse('cart_full')
  sendCart(context, cookie)
  return succeed(null)
}

function sendCart(context: Needs<'cartCookie' | 'sendCookie'>, cookie: string): void {
  context.cartCookie = cookie
  context.sendCookie(cookie)
}

/**
 * Returns a UUID of the cart in this browser, or null without one: the same on all its tabs until the cart changes or is ordered, and
 * unknown elsewhere, since no two cookies of the same lines are encrypted alike. An order has it as its attempt key (decision 5).
 */
export async function readCartKey(context: Needs<'cartCookie' | 'cookies'>, request: Request): Promise<string | null> {
  const value = context.cookies.of(cartCookie).sealed(context.cartCookie ?? request.headers.get('cookie'))
  if (!value) return null
  const hash = createHash('sha256').update(`attempt of ${value}`).digest('hex')
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/** Stores the promo code that the visitor entered, or forgets it if it is empty. */
export async function savePromoCode(
  context: Needs<'cookies' | 'promoCode' | 'sendCookie'>,
  code: string,
): Promise<void> {
  const cookie = context.cookies.of(promoCookie)
  context.promoCode = code || null
  context.sendCookie(code === '' ? await cookie.serialize('', { maxAge: 0 }) : await cookie.serialize(code))
}

/** Returns the promo code that the visitor entered, or null. */
export async function readPromoCode(
  { cookies, promoCode }: Needs<'cookies' | 'promoCode'>,
  request: Request,
): Promise<string | null> {
  if (promoCode !== undefined) return promoCode
  const code: unknown = await cookies.of(promoCookie).parse(request.headers.get('cookie'))
  return typeof code === 'string' && code !== '' ? cutText(code, 40) : null
}
