import { m } from '~/language/messages'
import { randomUUID } from 'node:crypto'
import { EMPTY_CART } from '~/cart/cart'
import { saveCartCookie, promoCookie, readCart, readSharedCart } from '~/cart/cart.server'
import { takePostedCode } from '~/cart/promo-code.server'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { sendOrderMailsSoon } from '~/mails/outbox.server'
import { rememberGuestOrder } from '~/orders/own-order.server'
import { guestPayer, startPayment, takesCards } from '~/payments/payments.server'
import { attempt } from '~/platform/attempt.server'
import { redirectTo, requireShopper, type RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused, tooMany, type ParsedForm } from '~/platform/http/forms.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { addressSchema } from '~/address/address.schema'
import { ADDRESS_REFUSALS, addAddress, listAddresses, saveRecipient, type Address } from '~/profile/addresses.server'
import { saveDraftWithAddress, saveDraft } from './checkout-draft.server'
import { chosenCountry, deliveryPriceNotice, refuseCountry } from './delivery-country.server'
import { isOfAnother } from './filled-by.server'
import { cashCheckoutSchema, checkoutSchema, type CheckoutInput } from './checkout.schema'
import { deliveryOf, placeOrder, type PlacedOrder } from './place-order.server'
import type { OrderRefusal } from './order-refusal.server'
import { completeAddress, lackingParts } from './saved-recipient'

/** Saves the new address and redirects back to the checkout (CH-20 to CH-23). */
export async function saveNewAddress(context: RequestContext, fields: FormData, request: Request) {
  if (!(await context.visitor.verify())) await saveDraft(context)
  const shopper = await requireShopper(context, request, m.checkout_log_in_to_save())
  const form = await parseForm(fields, addressSchema)
  if (!form.ok) return invalid(form)
  const id = randomUUID()
  const added = await attempt(context, 'address not added', () => addAddress(shopper, form.value, id))
  if (added === null) return refused(form, m.checkout_address_not_added(), 503)
  if (!added.ok) return refused(form, ADDRESS_REFUSALS[added.refusal](), 409)
  await saveDraftWithAddress(context, id)
  return context.flashes.success('/checkout', m.checkout_address_added())
}

/** Places the order of the posted form for a shopper or a guest, and redirects to the payment or the confirmation. */
export async function placeFromForm(context: RequestContext, request: Request, shopper: Shopper | null) {
  // Null if the addresses can't be read, undefined if none was chosen.
  const found = await attempt(context, 'saved address not read', () =>
    findSavedAddress(shopper, context.form.get('deliverTo')),
  )
  context.form.set('savedLacks', lackingParts(found))
  const form = await parseForm(context.form, takesCards(context) ? checkoutSchema : cashCheckoutSchema)
  if (shopper && isOfAnother(context.settings, context.form, shopper.id)) return refuseFormOfAnother(form.reply)
  // Use the cookie's cart, as the page showed it: a retried order must be the same, even if its lines have already left the saved cart.
  const cart = await readCart(context, request)
  if (cart.lines.length === 0) return context.flashes.error('/cart', m.cart_empty())
  const terms = await readDeliveryTerms(context)
  const destination = chosenCountry(context.form, found ? [found] : [])
  const notServed = refuseCountry(form.reply, destination, terms)
  if (notServed) return invalid(notServed)
  if (!form.ok) return invalid(form)
  if (found === null) return refused(form, m.checkout_not_placed(), 503)
  const saved = found && completeAddress(found, form.value)
  const response = await attempt(context, 'order failed', async () => {
    if (form.value.deliverTo !== 'new' && !saved) return refused(form, m.checkout_shipping_address(), 400)
    const wait = await takePostedCode(context, request, form.value.promoCode)
    if (wait !== null) return tooMany(form, wait)
    const placed = await placeOrder(context, request, shopper, cart, form.value, deliveryOf(form.value, saved))
    if (!placed.ok && placed.refusal.order !== undefined)
      return leadToOrder(context, request, shopper, form.value, { ...placed.refusal, order: placed.refusal.order })
    if (!placed.ok) return notPlaced(context, form, placed.refusal, deliveryPriceNotice(destination.country, terms))
    const order = placed.value
    sendOrderMailsSoon(context)
    if (!order.is_repeat) await saveAddress(context, shopper, form.value, saved)
    return finish(context, request, shopper, order, form.value)
  })
  // The form keeps its key, so that a retry finds the order if it was placed.
  return response ?? refused(form, m.checkout_not_placed(), 503)
}

/** Refuses a form that another account has filled, without that account's saved address, so that it can be checked and posted again. */
function refuseFormOfAnother(reply: ParsedForm<CheckoutInput>['reply']) {
  const { deliverTo: _saved, expectedTotal: _total, attemptKey: _key, ...fields } = reply.initialValue ?? {}
  return refused({ reply: { initialValue: fields } }, m.checkout_form_of_another(), 409)
}

/** Leads to the order that the cart has become, and stores what is left of the cart. */
async function leadToOrder(
  context: RequestContext,
  request: Request,
  shopper: Shopper | null,
  form: CheckoutInput,
  { order, message }: OrderRefusal & { order: string },
): Promise<Response> {
  if (shopper) await readSharedCart(context, request)
  else await forgetGuestCart(context, request, order, form)
  return context.flashes.info(`/checkout/placed/${order}`, message)
}

/** Removes the ordered cart from a guest's browser, and stores the key of its order. */
async function forgetGuestCart(context: RequestContext, request: Request, order: string, form: CheckoutInput) {
  await saveCartCookie(context, EMPTY_CART)
  await rememberGuestOrder(context, request, order, form.attemptKey)
}

/** Responds to a refused order. `newDelivery` says what delivery costs if the country changed the total. */
function notPlaced(
  context: RequestContext,
  form: ParsedForm<CheckoutInput>,
  { message, remedy, isNewTotal, wait }: OrderRefusal,
  newDelivery: string | null,
) {
  if (wait !== undefined) return tooMany(form, wait)
  if (remedy === 'same attempt') return refused(form, message, 503)
  if (remedy === 'cart') return context.flashes.error('/cart', message)
  // Drop the posted total and key: the page shows the new total with a new key.
  const { expectedTotal: _total, attemptKey: _key, ...fields } = form.reply.initialValue ?? {}
  return refused({ reply: { ...form.reply, initialValue: fields } }, (isNewTotal && newDelivery) || message, 409)
}

async function findSavedAddress(shopper: Shopper | null, id: unknown): Promise<Address | undefined> {
  if (id === 'new' || typeof id !== 'string' || !shopper) return undefined
  const addresses = await listAddresses(shopper)
  return addresses.find((address) => address.id === id)
}

/** Saves the new address if the shopper asked for it, or the missing details of a saved one. A failure doesn't affect the order. */
async function saveAddress(
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
  context.sendCookie(await context.cookies.of(promoCookie).serialize('', { maxAge: 0 }))
  if (shopper) await saveCartCookie(context, EMPTY_CART)
  else await forgetGuestCart(context, request, order.order_id, form)
  if (order.payment_method === 'cod') return redirectTo(`/checkout/placed/${order.order_id}`)
  const payer = shopper ?? guestPayer(context, form.attemptKey)
  await attempt(context, 'payment not started', () => startPayment(payer, order.order_id))
  return redirectTo(`/pay/${order.order_id}`)
}
