import { z } from 'zod'
import { eachColumn } from '~/address/address-parts'
import { MAX_CART_LINES } from '~/cart/cart'
import { sendOrderMailsSoon } from '~/mails/outbox.server'
import type { RequestContext } from '~/platform/context.server'
import { data } from '@remix-run/node'
import { invalid, parseForm, refused, unchecked } from '~/platform/http/forms.server'
import { toRupees } from '~/platform/money'
import { refuse } from '~/platform/result'
import { makeJson, submit, type Desk } from '../desk.server'
import { isId } from '../desk-page'
import { REFUSALS } from '../refusals'
import { texts } from '../rows'
import { fillForm, readKnown } from './known-shopper.server'
import { draftSchema, lookUpSchema, newOrderSchema, type NewOrder } from './new-order.schema'
import { itemsOf } from './new-order.server'

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

/** Fills the form with the latest order of the typed number. */
export async function lookUp({ form }: Pick<RequestContext, 'form'>, desk: Desk) {
  const typed = await parseForm(form, lookUpSchema)
  if (!typed.ok) return invalid(typed)
  const known = await readKnown(desk, { phone: typed.value.phone })
  if (known) fillForm(form, known)
  return { form: unchecked(form) }
}

export function placeNewOrder(context: RequestContext, desk: Desk) {
  const lead = (order: NewOrder, placed: z.infer<typeof placedSchema>) =>
    [
      `/desk/orders/${placed.order_id}`,
      order.payment === 'cod'
        ? 'The order is placed.'
        : 'The order is placed. Please send the shopper its payment link.',
    ] as const
  return submit(
    context,
    newOrderSchema,
    (order) => place(context, desk, order),
    lead,
    async (form, refusal) => {
      // What was chosen last isn't in the total that the page showed.
      if (refusal === REFUSALS.price_changed)
        return data({ form: unchecked(context.form), hasNewTotal: true }, { status: 200 })
      // Another order needs another key.
      if (refusal === REFUSALS.attempt_reused) context.form.delete('attemptKey')
      return refused(form, refusal, 409)
    },
  )
}

const placedSchema = z.object(texts('order_id'))

async function place(context: RequestContext, { db }: Desk, order: NewOrder) {
  if (order.payment !== 'cod' && !context.services.payments) return refuse('The shop takes no cards at the moment.')
  const {
    attemptKey,
    expectedTotal,
    lines,
    channel,
    email,
    country,
    phone,
    payment,
    promoCode,
    notes,
    isKnown,
    language,
  } = order
  const address = { ...eachColumn((part) => order[part]), country, phone }
  const items = itemsOf(lines)
  const given = { items, channel, email, address, payment_method: payment, promo_code: promoCode, notes }
  const placed = await makeJson(
    db,
    'desk_place_order',
    {
      attempt_key: attemptKey,
      order: { ...given, is_known: isKnown, language },
      expected_total: Number(toRupees(expectedTotal)),
    },
    placedSchema,
  )
  if (placed.ok) sendOrderMailsSoon(context)
  return placed
}
