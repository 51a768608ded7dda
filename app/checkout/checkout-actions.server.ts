import { EMPTY_CART } from '~/cart/cart'
import { keepCart, promoCookie, readCart, readPromoCode } from '~/cart/cart.server'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { guestOrdersCookie, readGuestKeys } from '~/orders/orders.server'
import { guestPayer, startPayment, takesCards } from '~/payments/payments.server'
import { attempt } from '~/platform/attempt.server'
import { findShopper, redirectTo, type RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused, type ParsedForm } from '~/platform/http/forms.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { AddressForm } from '~/profile/address.schema'
import { addAddress, listAddresses, type Address } from '~/profile/addresses.server'
import { mailConfirmation } from './confirmation-mail.server'
import { chosenCountry, newPrice, refuseCountry } from './delivery-country.server'
import { CashCheckoutForm, CheckoutForm, type CheckoutInput } from './checkout.schema'
import { deliveryOf, placeOrder, type OrderRefusal, type PlacedOrder } from './place-order.server'

/** 'Save Address': keeps the new address for the next time and comes back (document 2, section 2). */
export async function saveNewAddress(context: RequestContext, fields: FormData) {
  const mayBeGuest = context.settings.GUEST_CHECKOUT === 'on'
  const shopper = await findShopper(context)
  if (!shopper) return context.flashes.error(mayBeGuest ? '/checkout' : '/', 'Please log in to save an address')
  const form = await parseForm(fields, AddressForm)
  if (!form.ok) return invalid(form)
  const added = await attempt(context, 'address not added', () => addAddress(shopper, form.value))
  if (!added?.ok) return refused(form, 'An error occurred while adding address', 503)
  return context.flashes.success('/checkout', 'Address added successfully')
}

/** Places the order of the posted form for a shopper, or for a guest, and leads on: to the bank, or to the thanks. */
export async function placeFromForm(context: RequestContext, request: Request, shopper: Shopper | null) {
  const form = await parseForm(context.form, takesCards(context) ? CheckoutForm : CashCheckoutForm)
  // The cookie's, as the page showed it, for the rest of this request too: an order that is sent again has to be the
  // same, though its lines may have left the shared cart already.
  const cart = await readCart(context, request)
  if (cart.lines.length === 0) return context.flashes.error('/cart', 'Your cart is empty')
  const terms = await readDeliveryTerms(context)
  const chosen = chosenCountry(context.form, await listSaved(context, shopper))
  const notServed = refuseCountry(form.reply, chosen, terms)
  if (notServed) return invalid(notServed)
  if (!form.ok) return invalid(form)
  const answer = await attempt(context, 'order failed', async () => {
    const saved = await findSaved(shopper, form.value)
    if (form.value.deliverTo !== 'new' && !saved) return refused(form, 'Please provide a valid shipping address', 400)
    const promoCode = await readPromoCode(context, request)
    const placed = await placeOrder(
      context,
      request,
      shopper,
      cart,
      form.value,
      deliveryOf(form.value, saved),
      promoCode,
    )
    if (!placed.ok) return notPlaced(context, form, placed.refusal, newPrice(chosen.country, terms))
    const order = placed.value
    // A repeat too: the response to the first attempt may have been lost before its mail. One order gets one mail.
    mailConfirmation(context, order)
    if (!order.is_repeat) await keepAddress(context, shopper, form.value)
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

/** The shopper's addresses, if one of them was chosen; none when they can't be read, which `findSaved` then says. */
async function listSaved(context: RequestContext, shopper: Shopper | null): Promise<Address[]> {
  if (!shopper || context.form.get('deliverTo') === 'new') return []
  return (await attempt(context, 'addresses not read', () => listAddresses(shopper))) ?? []
}

async function findSaved(shopper: Shopper | null, form: CheckoutInput) {
  if (form.deliverTo === 'new' || !shopper) return undefined
  const addresses = await listAddresses(shopper)
  return addresses.find(({ id }) => id === form.deliverTo)
}

/** The new address for the next time, if asked; the order stands whether or not it can be kept. */
async function keepAddress(context: RequestContext, shopper: Shopper | null, form: CheckoutInput): Promise<void> {
  const { address, city } = form
  if (!shopper || !form.saveAddress || form.deliverTo !== 'new' || !address || !city) return
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
  if (!shopper) {
    const keys = [...(await readGuestKeys(context, request)), [order.order_id, form.attemptKey]]
    context.sendCookie(await context.cookies.of(guestOrdersCookie).serialize(Object.fromEntries(keys.slice(-10))))
  }
  if (order.payment_method === 'cod') return redirectTo(`/checkout/placed/${order.order_id}`)
  const payer = shopper ?? guestPayer(context, form.attemptKey)
  await attempt(context, 'payment not started', () => startPayment(payer, order.order_id))
  return redirectTo(`/pay/${order.order_id}`)
}
