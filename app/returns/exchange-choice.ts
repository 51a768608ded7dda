import { z } from 'zod'
import { listed, nameOf } from '~/language/names'
import { translationOf, translations } from '~/language/translated'
import { formatMoney } from '~/platform/money'
import { storedAmount } from '~/platform/supabase/stored-money'

export const exchangeChoiceSchema = z.object({
  product_id: z.guid(),
  product_name: z.string(),
  translations,
  variant_id: z.guid().nullable(),
  size: z.string().nullable(),
  color_id: z.guid().nullable(),
  color: z.string().nullable(),
  /** In paisa: what was paid, or for another product what it costs now. */
  price_at_purchase: storedAmount,
})
/** What an item can be exchanged for: a product in a size and a colour that are in stock. */
export type ExchangeChoice = z.infer<typeof exchangeChoiceSchema>

type Chosen = Pick<ExchangeChoice, 'product_id' | 'variant_id' | 'color_id'>

/** Returns the value of a choice in a form. */
export const choiceValue = ({ product_id: product, variant_id: variant, color_id: color }: Chosen) =>
  [product, variant ?? '', color ?? ''].join('/')

const id = z.guid()
const none = z.literal('').transform(() => null)
const valueSchema = z.tuple([id, id.or(none), id.or(none)])

/** Reads the value of a choice. A malformed one, or none, is null. */
export function readChoice(value: unknown): Chosen | null {
  const { data } = valueSchema.safeParse(typeof value === 'string' ? value.split('/') : value)
  return data ? { product_id: data[0], variant_id: data[1], color_id: data[2] } : null
}

/** Returns a choice in words: size and colour, and for another product its name and price too. */
export function choiceWords(
  { product_name: english, translations: texts, size, color, price_at_purchase: price }: ExchangeChoice,
  isOther: boolean,
) {
  const name = translationOf({ translations: texts }, 'name') ?? english
  const own = listed([size, color && nameOf('color', color)])
  return isOther ? listed([name, own, formatMoney(price)]) : own || name
}
