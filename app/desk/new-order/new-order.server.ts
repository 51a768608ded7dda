import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { eachColumn } from '~/address/address-parts'
import { MAX_CART_LINES, type CartLine } from '~/cart/cart'
import { pricedCart, type PricedCart } from '~/cart/price-cart.server'
import { sendOrderMailsSoon } from '~/mails/outbox.server'
import type { RequestContext } from '~/platform/context.server'
import { refused, unchecked } from '~/platform/http/forms.server'
import { toRupees } from '~/platform/money'
import { refuse } from '~/platform/result'
import { takeKeptForm } from '../access/kept-form.server'
import type { Operator } from '../access/operator.server'
import { makeJson, read, submit, type Desk } from '../desk.server'
import { isId } from '../desk-page'
import { REFUSALS } from '../refusals'
import { amounts, flags, ids, maybeTexts, texts } from '../rows'
import { draftSchema, newOrderSchema, type NewOrder } from './new-order.schema'

const foundSchema = z.object({
  ...ids('id'),
  ...texts('name'),
  ...maybeTexts('sku', 'picture'),
  ...amounts('final_price'),
})
/** A product that the search has found. */
export type FoundProduct = z.infer<typeof foundSchema>

const draftOrderSchema = z.object({ cart: pricedCart, found: z.array(foundSchema) })

/** Returns what the page of a new order shows: the posted form, or the one that was kept while its author signed in again, at today's prices. */
export async function readNewOrder(context: RequestContext, request: Request, operator: Operator) {
  const { form } = context
  const typed = form.has('country') ? unchecked(form) : (await takeKeptForm(context, request, operator.id))?.form
  const { lines, search, promoCode, country } = draftSchema.parse(typed?.initialValue ?? {})
  const priced = (asked: CartLine[]) =>
    read(
      operator.db,
      'desk_draft_order',
      { items: itemsOf(asked), promo_code: promoCode || null, country, search: soughtIn(search) || null },
      draftOrderSchema,
    )
  const first = await priced(lines)
  const chosen = withOnlyChoices(lines, first.cart)
  const { cart, found } = chosen === lines ? first : await priced(chosen)
  const attemptKey = z
    .guid()
    .catch(() => randomUUID())
    .parse(typed?.initialValue?.attemptKey)
  return { cart, found, search, attemptKey, takesCards: context.services.payments !== null }
}

const itemsOf = (lines: readonly CartLine[]) =>
  lines.map(({ product, size, color, quantity }) => ({ product_id: product, size, color, quantity }))

/** Returns what is searched for: of a product's address, which buyers send, its last part. */
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

/** Adds a product to the lines of a posted form, or removes a line, as its button says. Returns the form, unchecked. */
export function changeLines({ form }: Pick<RequestContext, 'form'>) {
  const { lines } = draftSchema.parse(unchecked(form).initialValue)
  const [added, removed] = [form.get('add'), form.get('remove')]
  const isAdded = typeof added === 'string' && isId(added) && lines.length < MAX_CART_LINES
  const changed = lines.filter((_, index) => String(index) !== removed)
  if (isAdded) changed.push({ product: added, size: '', color: '', quantity: 1 })
  // What was searched for is found.
  if (isAdded) form.delete('search')
  for (const name of [...form.keys()].filter((field) => field.startsWith('lines['))) form.delete(name)
  for (const [index, line] of changed.entries())
    for (const [name, value] of Object.entries(line)) form.append(`lines[${index}].${name}`, String(value))
  return { form: unchecked(form) }
}

/** Places the order of the posted form, and leads to its page. */
export function placeNewOrder(context: RequestContext, desk: Desk) {
  const lead = (order: NewOrder, placed: z.infer<typeof placedSchema>) =>
    [
      `/desk/orders/${placed.order_id}`,
      order.payment === 'cod' ? 'The order is placed.' : 'The order is placed. Please send the buyer its payment link.',
    ] as const
  return submit(
    context,
    newOrderSchema,
    (order) => place(context, desk, order),
    lead,
    async (form, refusal) => {
      // Another order needs another key.
      if (refusal === REFUSALS.attempt_reused) context.form.delete('attemptKey')
      return refused(form, refusal, 409)
    },
  )
}

const placedSchema = z.object({ ...texts('order_id'), ...flags('is_repeat') })

async function place(context: RequestContext, { db }: Desk, order: NewOrder) {
  if (order.payment !== 'cod' && !context.services.payments) return refuse('The shop takes no cards at the moment.')
  const { attemptKey, expectedTotal, lines, channel, email, country, phone, payment, promoCode, notes, isKnown } = order
  const address = { ...eachColumn((part) => order[part]), country, phone }
  const items = itemsOf(lines)
  const given = { items, channel, email, address, payment_method: payment, promo_code: promoCode, notes }
  const placed = await makeJson(
    db,
    'desk_place_order',
    {
      attempt_key: attemptKey,
      order: { ...given, is_known: isKnown },
      expected_total: Number(toRupees(expectedTotal)),
    },
    placedSchema,
  )
  if (placed.ok) sendOrderMailsSoon(context)
  return placed
}
