import { z } from 'zod'
import { declareCookie } from '~/platform/cookies.server'
import type { Needs } from '~/platform/context.server'
import { DAY } from '~/platform/time'
import type { PricedCart, PricedLine } from './price-cart.server'

/** The prices at which this browser first showed the products of its cart; what is charged is always the database's. */
const pricesCookie = declareCookie({ name: 'website_prices', maxAge: 30 * DAY, endsWithSession: true })

/** Paisa by the first digits of the product's ID, which tell fifty products apart. */
const seenPricesSchema = z.record(z.string().length(8), z.number())

const keyOf = ({ product }: PricedLine) => product.slice(0, 8)

/** A set that isn't whole any more is no price that has risen. */
const priceOf = ({ final, setOff }: PricedLine) => final + setOff

/** Returns the cart whose lines say from which price they rose since they came into it, and remembers the prices of new ones. */
export async function withSeenPrices(
  { cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>,
  request: Request,
  cart: PricedCart,
): Promise<PricedCart> {
  const cookie = cookies.of(pricesCookie)
  const stored: unknown = await cookie.parse(request.headers.get('cookie'))
  const seen = seenPricesSchema.safeParse(stored).data ?? {}
  const sold = cart.lines.filter(({ slug }) => slug !== null)
  const prices = Object.fromEntries(sold.map((line) => [keyOf(line), seen[keyOf(line)] ?? priceOf(line)]))
  if (JSON.stringify(prices) !== JSON.stringify(seen)) sendCookie(await cookie.serialize(prices))
  const lines = cart.lines.map((line) => {
    const before = prices[keyOf(line)]
    return before !== undefined && before < priceOf(line) ? { ...line, before } : line
  })
  return { ...cart, lines }
}

/** Forgets the prices of a cart that is empty. */
export async function forgetSeenPrices(
  { cookies, sendCookie }: Needs<'cookies' | 'sendCookie'>,
  request: Request,
): Promise<void> {
  const cookie = cookies.of(pricesCookie)
  if (await cookie.parse(request.headers.get('cookie'))) sendCookie(await cookie.serialize('', { maxAge: 0 }))
}
