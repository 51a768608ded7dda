import { m } from '~/language/messages'
import { z } from 'zod'
import { priceOf, type Price } from '~/catalog/price'
import { stockSchema } from '~/catalog/product.schema'
import { sizeOption, type SizeOption } from '~/catalog/stock'
import { HOME_COUNTRY } from '~/delivery/countries'
import type { Destination } from '~/delivery/terms'
import { nameOf } from '~/language/names'
import { translated } from '~/language/translated'
import type { Needs } from '~/platform/context.server'
import { formatMoney, moneyInText } from '~/platform/money'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { storedAmount } from '~/platform/supabase/stored-money'
import { formatDate } from '~/platform/time'
import { sumsSchema, type Sums } from '~/sums/sums.schema'
import { lineElementId, lineKey, type Cart } from './cart'
import { LINE_PROBLEMS, lineProblems, type LineProblem } from './line-problem'

const pricedCartSchema = sumsSchema.extend({
  lines: z.array(
    translated(
      z.object({
        product_id: z.string(),
        size: z.string().nullable(),
        color: z.string().nullable(),
        quantity: z.number(),
        name: z.string().nullable(),
        slug: z.string().nullable(),
        image: z.string().nullable(),
        price: storedAmount.nullable(),
        final_price: storedAmount.nullable(),
        set_off: storedAmount.default(0),
        discount: z.number().nullable(),
        stock: z.number().nullable(),
        is_by_color: z.boolean(),
        most: z.number(),
        problem: z.enum(LINE_PROBLEMS).nullable(),
        sizes: z.array(stockSchema.extend({ label: z.string() })),
        colors: z.array(z.string()),
      }),
    ),
  ),
  /** What cash would cost beside the rest. */
  cash_if_chosen: storedAmount,
  promo: z
    .object({
      code: z.string(),
      discount: storedAmount,
      kind: z.enum(['percent', 'fixed', 'delivery']).nullable(),
      error: z.string().nullable(),
      minimum: storedAmount.nullable(),
      starts_at: z.string().nullable(),
      ends_at: z.string().nullable(),
      category: z.string().nullable(),
    })
    .nullable(),
})

/** A line as the cart page shows it, with the price of one piece. */
export interface PricedLine extends Price {
  key: string
  elementId: string
  product: string
  size: string
  color: string
  quantity: number
  name: string
  /** Null if the product is gone. */
  slug: string | null
  image: string | null
  /** Why the line can't be ordered, or null. */
  problem: LineProblem | null
  /** The sizes and colours that the product has. */
  sizes: SizeOption[]
  colors: string[]
  /** What a piece costs less in a set; `final` is without it. */
  setOff: number
  /** The price of one piece when the line came into the cart, if it has risen since. */
  before?: number
}

/** A cart with current prices, in paisa. The database computes them as it does for an order. */
export interface PricedCart extends Sums {
  lines: PricedLine[]
  /** `error` is what the database says of a code that isn't taken, `problem` the same in words. */
  promo: { code: string; error: string | null; problem: string | null } | null
  canOrder: boolean
  /** What cash on delivery would cost beside the rest. */
  cashIfChosen: number
}

/** Who buys, as far as it is known, by which some promo codes are judged. */
export interface Buyer {
  shopper?: string
  email?: string
  /** In E.164. */
  phone?: string
}

/**
 * Prices a cart with delivery to a place, and the fee for cash if it can be paid in no other way (database function `price_cart`). Throws if
 * the backend fails.
 */
export async function priceCart(
  context: Needs<'backends' | 'services'>,
  cart: Cart,
  promoCode: string | null,
  { country, city }: Destination = { country: HOME_COUNTRY },
  buyer: Buyer = {},
): Promise<PricedCart> {
  const { data, error } = await serviceClient(context, 'price a cart').rpc('price_cart', {
    p_items: cart.lines.map(({ product, size, color, quantity }) => ({ product_id: product, size, color, quantity })),
    p_promo_code: promoCode ?? undefined,
    p_country: country,
    p_city: city,
    p_shopper: buyer.shopper,
    p_email: buyer.email,
    p_phone: buyer.phone,
    p_payment_method: context.services.payments === null ? 'cod' : undefined,
  })
  if (error) throw new Error(`The cart was not priced: ${error.message}`, { cause: error })
  return pricedCart.parse(data)
}

export const pricedCart = pricedCartSchema.transform(toPricedCart)

function toPricedCart(priced: z.infer<typeof pricedCartSchema>): PricedCart {
  const rows = priced.lines.map(({ product_id: product, size, color, ...line }) => ({
    ...line,
    product,
    size: size ?? '',
    color: color ?? '',
  }))
  const problems = lineProblems(rows)
  const lines = rows.map(({ product, size, color, quantity, name, slug, image, ...line }, index): PricedLine => {
    const final = line.final_price ?? 0
    // The percentage is that of the product's own discount.
    const own = { price: line.price ?? 0, final_price: final + line.set_off, discount: line.discount ?? 0 }
    const id = { product, size, color }
    return {
      ...id,
      key: lineKey(id),
      elementId: lineElementId(id),
      quantity,
      name: name ?? m.cart_no_longer_sold(),
      slug,
      image,
      ...priceOf(own),
      final,
      setOff: line.set_off,
      problem: problems[index] ?? null,
      sizes: line.sizes.map((one) => sizeOption(one, color)),
      colors: line.colors,
    }
  })
  const { promo, cash_if_chosen: cashIfChosen, ...rest } = priced
  return {
    ...rest,
    cashIfChosen,
    lines,
    promo: promo ? { code: promo.code, error: promo.error, problem: promoProblem(promo) } : null,
    canOrder: lines.length > 0 && lines.every(({ problem }) => problem === null),
  }
}

type Promo = NonNullable<z.infer<typeof pricedCartSchema>['promo']>

/** Returns why a promo code isn't taken, in words for the shopper (CA-32 to CA-34, A31), or null. */
export function promoProblem(promo: Promo): string | null {
  const { error, kind, minimum, starts_at: begins, ends_at: ends, category } = promo
  const words: Record<string, () => string> = {
    unknown: m.cart_code_unknown,
    not_started: () => dated(m.cart_code_not_started(), begins, m.cart_code_begins),
    expired: () => dated(m.cart_code_expired(), ends, m.cart_code_ended),
    used_up: m.cart_code_used_up,
    minimum: () =>
      category
        ? m.cart_code_minimum_of({ minimum: moneyInText(minimum ?? 0), category: nameOf('category', category) })
        : m.cart_code_minimum({ minimum: formatMoney(minimum ?? 0) }),
    other_category: () => m.cart_code_other_category({ category: nameOf('category', category ?? '') }),
    not_first: m.cart_code_not_first,
    other_customer: m.cart_code_other_customer,
    no_gain: kind === 'delivery' ? m.cart_code_delivery_free : m.cart_code_no_gain,
  }
  return error ? (words[error] ?? m.cart_code_refused)() : null
}

function dated(words: string, moment: string | null, more: (inputs: { date: string }) => string): string {
  return moment ? `${words} ${more({ date: formatDate(moment) })}` : words
}
