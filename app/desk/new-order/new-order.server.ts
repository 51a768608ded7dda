import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CartLine } from '~/cart/cart'
import { pricedCart, type PricedCart } from '~/cart/price-cart.server'
import { readPhone } from '~/phone/phone'
import type { Needs } from '~/platform/context.server'
import { unchecked } from '~/platform/http/forms.server'
import { takeKeptForm } from '../access/kept-form.server'
import type { Operator } from '../access/operator.server'
import { read } from '../desk.server'
import { amounts, ids, maybeTexts, texts } from '../rows'
import { isId } from '../desk-page'
import { fillForm, readKnown } from './known-shopper.server'
import { draftSchema } from './new-order.schema'

const foundSchema = z.object({
  ...ids('id'),
  ...texts('name'),
  ...maybeTexts('sku', 'picture'),
  ...amounts('final_price'),
})
export type FoundProduct = z.infer<typeof foundSchema>

const draftOrderSchema = z.object({ cart: pricedCart, found: z.array(foundSchema) })

/** Returns what the page of a new order shows: the posted form, or the one that was kept while its author signed in again, at today's prices. */
export async function readNewOrder(
  context: Needs<'cookies' | 'form' | 'sendCookie' | 'services' | 'settings'>,
  request: Request,
  operator: Operator,
) {
  const { form } = context
  const of = new URL(request.url).searchParams.get('person')
  const named = isId(of) && !form.has('country') ? await readKnown(operator, { person: of }) : null
  if (named) fillForm(form, named)
  const typed = form.has('country') ? unchecked(form) : (await takeKeptForm(context, request, operator.id))?.form
  const {
    lines,
    search,
    promoCode,
    country,
    city,
    payment,
    person,
    phone: typedPhone,
    phoneCountry,
  } = draftSchema.parse(typed?.initialValue ?? {})
  const priced = (asked: CartLine[]) =>
    read(
      operator.db,
      'desk_draft_order',
      {
        items: itemsOf(asked),
        promo_code: promoCode || null,
        country,
        search: soughtIn(search) || null,
        city: city || null,
        payment_method: payment,
      },
      draftOrderSchema,
    )
  const first = await priced(lines)
  const chosen = withOnlyChoices(lines, first.cart)
  const { cart, found } = chosen === lines ? first : await priced(chosen)
  const attemptKey = z
    .guid()
    .catch(() => randomUUID())
    .parse(typed?.initialValue?.attemptKey)
  // Nothing is known any more once another number is typed.
  const phone = person ? readPhone(typedPhone, phoneCountry, 'contact') : null
  const known = named ?? (phone?.ok ? await readKnown(operator, { phone: phone.value }) : null)
  return {
    cart,
    found,
    search,
    attemptKey,
    takesCards: context.services.payments !== null,
    known: known?.person === person ? known : null,
    wasLookedUp: form.get('intent') === 'look_up',
    filled: named ? typed : undefined,
  }
}

export const itemsOf = (lines: readonly CartLine[]) =>
  lines.map(({ product, size, color, quantity }) => ({ product_id: product, size, color, quantity }))

/** Returns what is searched for: of a product's address, which shoppers send, its last part. */
function soughtIn(search: string): string {
  return /\/product\/([^/?#\s]+)/.exec(search)?.[1] ?? search
}

/** Chooses a size or a colour that is the only one. */
function withOnlyChoices(lines: CartLine[], { lines: priced }: PricedCart): CartLine[] {
  const only = (chosen: string, offered: readonly string[] = []) => chosen || (offered.length === 1 && offered[0]) || ''
  const chosen = lines.map((line, index) => ({
    ...line,
    size: only(
      line.size,
      priced[index]?.sizes.map(({ label }) => label),
    ),
    color: only(line.color, priced[index]?.colors),
  }))
  const isSame = chosen.every(({ size, color }, index) => size === lines[index]?.size && color === lines[index].color)
  return isSame ? lines : chosen
}
