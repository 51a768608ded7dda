import { z } from 'zod'
import { HOME } from '~/delivery/terms'
import type { Needs } from '~/platform/context.server'
import { formatMoney, toPaisa } from '~/platform/money'
import { lineKey, type Cart } from './cart'

const Priced = z.object({
  lines: z.array(
    z.object({
      product_id: z.string(),
      size: z.string().nullable(),
      color: z.string().nullable(),
      quantity: z.number(),
      name: z.string().nullable(),
      slug: z.string().nullable(),
      image: z.string().nullable(),
      price: z.number().nullable(),
      final_price: z.number().nullable(),
      stock: z.number().nullable(),
      problem: z.enum(['gone', 'choice', 'sold_out', 'stock']).nullable(),
    }),
  ),
  subtotal: z.number(),
  savings: z.number(),
  promo: z
    .object({ code: z.string(), discount: z.number(), error: z.string().nullable(), minimum: z.number().nullable() })
    .nullable(),
  delivery_fee: z.number(),
  total: z.number(),
})

/** A line as the cart page shows it. Sums in paisa. */
export interface PricedLine {
  key: string
  product: string
  size: string
  color: string
  quantity: number
  name: string
  slug: string | null
  image: string | null
  list: number
  final: number
  percentOff: number
  /** Why the line can't be ordered as it stands, in the shopper's words; null when it can. */
  problem: string | null
}

/** A cart with prices of this moment, in paisa, by the function that an order is charged with. */
export interface PricedCart {
  lines: PricedLine[]
  subtotal: number
  savings: number
  deliveryFee: number
  total: number
  promo: { code: string; discount: number; problem: string | null } | null
  canOrder: boolean
}

/**
 * Prices a cart with its delivery to a country that the shop serves (database function `price_cart`). Throws when the backend
 * can't answer.
 */
export async function priceCart(
  { backends }: Needs<'backends'>,
  cart: Cart,
  promoCode: string | null,
  country: string = HOME,
): Promise<PricedCart> {
  const { data, error } = await backends.anonymous.rpc('price_cart', {
    p_items: cart.lines.map(({ product, size, color, quantity }) => ({ product_id: product, size, color, quantity })),
    p_promo_code: promoCode ?? undefined,
    p_country: country,
  })
  if (error) throw new Error(`The cart was not priced: ${error.message}`, { cause: error })
  return toPricedCart(Priced.parse(data))
}

function toPricedCart(priced: z.infer<typeof Priced>): PricedCart {
  const lines = priced.lines.map((line): PricedLine => {
    const list = toPaisa(line.price ?? 0)
    const final = toPaisa(line.final_price ?? line.price ?? 0)
    const id = { product: line.product_id, size: line.size ?? '', color: line.color ?? '' }
    return {
      ...id,
      key: lineKey(id),
      quantity: line.quantity,
      name: line.name ?? 'No longer sold',
      slug: line.slug,
      image: line.image,
      list,
      final,
      percentOff: final < list ? Math.round(((list - final) / list) * 100) : 0,
      problem: lineProblem(line.problem, line.stock),
    }
  })
  const { promo } = priced
  return {
    lines,
    subtotal: toPaisa(priced.subtotal),
    savings: toPaisa(priced.savings),
    deliveryFee: toPaisa(priced.delivery_fee),
    total: toPaisa(priced.total),
    promo: promo
      ? { code: promo.code, discount: toPaisa(promo.discount), problem: promoProblem(promo.error, promo.minimum) }
      : null,
    canOrder: lines.length > 0 && lines.every(({ problem }) => problem === null),
  }
}

/** What a shopper reads of a line that can't be ordered. */
export function lineProblem(
  problem: 'gone' | 'choice' | 'sold_out' | 'stock' | null,
  stock: number | null,
): string | null {
  if (problem === 'gone') return 'This product is no longer available.'
  if (problem === 'choice') return 'This size or colour is no longer offered.'
  if (problem === 'sold_out') return 'Sold out in this size.'
  return problem === 'stock' ? `Only ${stock} left in this size.` : null
}

/** What a shopper reads of a promo code that takes nothing off (decision 10, A31). */
export function promoProblem(error: string | null, minimum: number | null): string | null {
  const words: Record<string, string> = {
    unknown: 'We don’t know this promo code.',
    not_started: 'This promo code is not valid yet.',
    expired: 'This promo code has expired.',
    used_up: 'This promo code has been used up.',
    minimum: `This promo code needs a minimum of ${formatMoney(toPaisa(minimum ?? 0))}.`,
  }
  return error ? (words[error] ?? 'This promo code can’t be used.') : null
}
