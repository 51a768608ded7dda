import { randomUUID } from 'node:crypto'
import { EMPTY_CART } from '~/cart/cart'
import { keepCart, promoCookie, readCart } from '~/cart/cart.server'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { sendOrderMailsSoon } from '~/mails/outbox.server'
import { rememberGuestOrder } from '~/orders/own-order.server'
import { guestPayer, startPayment, takesCards } from '~/payments/payments.server'
import { attempt } from '~/platform/attempt.server'
import { redirectTo, requireShopper, type RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused, type ParsedForm } from '~/platform/http/forms.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { addressSchema } from '~/profile/address.schema'
import { ADDRESS_REFUSALS, addAddress, listAddresses, saveRecipient, type Address } from '~/profile/addresses.server'
import { keepBesideAddress, keepDraft } from './checkout-draft.server'
import { chosenCountry, newPrice, refuseCountry } from './delivery-country.server'
import { CashCheckoutForm, CheckoutForm, type CheckoutInput } from './checkout.schema'
import { deliveryOf, placeOrder, type OrderRefusal, type PlacedOrder } from './place-order.server'
import { completeAddress, lackingParts } from './saved-recipient'

/** 'Save Address': keeps the new address for the next time and comes back (document 2, section 2). */
export async function saveNewAddress(context: RequestContext, fields: FormData, request: Request) {
  if (!(await context.visitor.verify())) await keepDraft(context)
  const shopper = await requireShopper(context, request, 'Please log in to save an address')
  const form = await parseForm(fields, addressSchema)
  if (!form.ok) return invalid(form)
  const id = randomUUID()
  const added = await attempt(context, 'address not added', () => addAddress(shopper, form.value, id))
  if (added === null) return refused(form, 'An error occurred while adding address', 503)
  if (!added.ok) return refused(form, ADDRESS_REFUSALS[added.refusal], 409)
  await keepBesideAddress(context, id)
  return context.flashes.success('/checkout', 'Address added successfully')
}

/** Places the order of the posted form for a shopper, or for a guest, and leads on: to the bank, or to the thanks. */
export async function placeFromForm(context: RequestContext, request: Request, shopper: Shopper | null) {
  // Null when the addresses can't be read, undefined when none of them was chosen.
  const found = await attempt(context, 'saved address not read', () =>
    findSaved(shopper, context.form.get('deliverTo')),
  )
  context.form.set('savedLacks', lackingParts(found))
  const form = await parseForm(context.form, takesCards(context) ? CheckoutForm : CashCheckoutForm)
  // The cookie's, as the page showed it, for the rest of this request too: an order that is sent again has to be the
  // same, though its lines may have left the shared cart already.
  const cart = await readCart(context, request)
  if (cart.lines.length === 0) return context.flashes.error('/cart', 'Your cart is empty')
  const terms = await readDeliveryTerms(context)
  const destination = chosenCountry(context.form, found ? [found] : [])
  const notServed = refuseCountry(form.reply, destination, terms)
  if (notServed) return invalid(notServed)
  if (!form.ok) return invalid(form)
  if (found === null) return refused(form, 'Failed to create order', 503)
  const saved = found && completeAddress(found, form.value)
  const answer = await attempt(context, 'order failed', async () => {
    if (form.value.deliverTo !== 'new' && !saved) return refused(form, 'Please provide a valid shipping address', 400)
    const placed = await placeOrder(context, request, shopper, cart, form.value, deliveryOf(form.value, saved))
    if (!placed.ok) return notPlaced(context, form, placed.refusal, newPrice(destination.country, terms))
    const order = placed.value
    sendOrderMailsSoon(context)
    if (!order.is_repeat) await keepAddress(context, shopper, form.value, saved)
    return finish(context, request, shopper, order, form.value)
  })
  // With its key kept, as for any attempt of which nobody knows how it ended.
  return answer ?? refused(form, 'Failed to create order', 503)
}

/** `newDelivery` says what delivery costs where the country has changed the total. */
function notPlaced(
  context: RequestContext,
  form: ParsedForm<CheckoutInput>,
  { message, remedy, isNewTotal }: OrderRefusal,
  newDelivery: string | null,
) {
  if (remedy === 'same attempt') return refused(form, message, 503)
  if (remedy === 'cart') return context.flashes.error('/cart', message)
  // With the posted total the same refusal would come again: the page shows the new one, with a new key.
  const { expectedTotal: _total, attemptKey: _key, ...kept } = form.reply.initialValue ?? {}
  return refused({ reply: { ...form.reply, initialValue: kept } }, (isNewTotal && newDelivery) || message, 409)
}

async function findSaved(shopper: Shopper | null, id: unknown): Promise<Address | undefined> {
  if (id === 'new' || typeof id !== 'string' || !shopper) return undefined
  const addresses = await listAddresses(shopper)
  return addresses.find((address) => address.id === id)
}

/**
 * The new address for the next time, if asked, or what a saved one lacked until now; the order stands whether or not it can be
 * kept.
 */
async function keepAddress(
  context: RequestContext,
  shopper: Shopper | null,
  form: CheckoutInput,
  saved: Address | undefined,
): Promise<void> {
  const { address, city } = form
  if (!shopper) return
  if (saved && form.savedLacks)
    await attempt(context, 'saved address not completed', () => saveRecipient(shopper, saved))
  if (!form.saveAddress || form.deliverTo !== 'new' || !address || !city) return
  await attempt(context, 'address not kept', () => addAddress(shopper, { ...form, address, city, isPrimary: false }))
}

async function finish(
  context: RequestContext,
  request: Request,
  shopper: Shopper | null,
  order: PlacedOrder,
  form: CheckoutInput,
): Promise<Response> {
  await keepCart(context, EMPTY_CART)
  context.sendCookie(await context.cookies.of(promoCookie).serialize('', { maxAge: 0 }))
  if (!shopper) await rememberGuestOrder(context, request, order.order_id, form.attemptKey)
  if (order.payment_method === 'cod') return redirectTo(`/checkout/placed/${order.order_id}`)
  const payer = shopper ?? guestPayer(context, form.attemptKey)
  await attempt(context, 'payment not started', () => startPayment(payer, order.order_id))
  return redirectTo(`/pay/${order.order_id}`)
}
