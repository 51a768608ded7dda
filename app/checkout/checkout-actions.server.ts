import { EMPTY_CART } from '~/cart/cart'
import { keepCart, promoCookie, readCart, readPromoCode } from '~/cart/cart.server'
import { guestOrdersCookie, readGuestKeys } from '~/orders/orders.server'
import { guestPayer, startPayment } from '~/payments/payments.server'
import { findShopper, redirectTo, type RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { describeError } from '~/platform/log.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { AddressForm } from '~/profile/address.schema'
import { addAddress, listAddresses } from '~/profile/addresses.server'
import { mailConfirmation } from './confirmation-mail.server'
import { CheckoutForm, type CheckoutInput } from './checkout.schema'
import { deliveryOf, OrderRefused, OrderUncertain, placeOrder, type PlacedOrder } from './place-order.server'

/** 'Save Address': keeps the new address for the next time and comes back (document 2, section 2). */
export async function saveNewAddress(context: RequestContext, fields: FormData) {
  const mayBeGuest = context.settings.GUEST_CHECKOUT === 'on'
  const shopper = await findShopper(context)
  if (!shopper) return context.flashes.error(mayBeGuest ? '/checkout' : '/', 'Please log in to save an address')
  const form = await parseForm(fields, AddressForm)
  if (!form.ok) return invalid(form)
  try {
    await addAddress(shopper, form.value)
    return await context.flashes.success('/checkout', 'Address added successfully')
  } catch (error) {
    context.log.error({ event: 'address not added', requestId: context.requestId, ...describeError(error) })
    return refused(form, 'An error occurred while adding address', 503)
  }
}

/** Places the order of the posted form for a shopper, or for a guest, and leads on: to the bank, or to the thanks. */
export async function placeFromForm(context: RequestContext, request: Request, shopper: Shopper | null) {
  const form = await parseForm(context.form, CheckoutForm)
  // The cookie's, as the page showed it, for the rest of this request too: an order that is sent again has to be the
  // same, though its lines may have left the shared cart already.
  const cart = await readCart(context, request)
  if (cart.lines.length === 0) return context.flashes.error('/cart', 'Your cart is empty')
  if (!form.ok) return invalid(form)
  try {
    const saved = await findSaved(shopper, form.value)
    if (form.value.deliverTo !== 'new' && !saved) return refused(form, 'Please provide a valid shipping address', 400)
    const promoCode = await readPromoCode(context, request)
    const order = await placeOrder(
      context,
      request,
      shopper,
      cart,
      form.value,
      deliveryOf(form.value, saved),
      promoCode,
    )
    if (!order.is_repeat) {
      mailConfirmation(context, order)
      await keepAddress(context, shopper, form.value)
    }
    return await finish(context, request, shopper, order, form.value)
  } catch (error) {
    if (!(error instanceof OrderRefused)) {
      if (!(error instanceof OrderUncertain)) {
        context.log.error({ event: 'order failed', requestId: context.requestId, ...describeError(error) })
      }
      // With its key kept: sent again, it is the same order.
      return refused(form, 'Failed to create order', 503)
    }
    if (error.leadsToCart) return context.flashes.error('/cart', error.message)
    // With the posted total the same refusal would come again: the page shows the new one, with a new key.
    const { expectedTotal: _total, attemptKey: _key, ...kept } = form.reply.initialValue ?? {}
    return refused({ reply: { ...form.reply, initialValue: kept } }, error.message, 409)
  }
}

async function findSaved(shopper: Shopper | null, form: CheckoutInput) {
  if (form.deliverTo === 'new' || !shopper) return undefined
  const addresses = await listAddresses(shopper)
  return addresses.find(({ id }) => id === form.deliverTo)
}

/** The new address for the next time, if asked; the order stands whether or not it can be kept. */
async function keepAddress(context: RequestContext, shopper: Shopper | null, form: CheckoutInput): Promise<void> {
  if (!shopper || !form.saveAddress || form.deliverTo !== 'new' || !form.address || !form.city) return
  try {
    await addAddress(shopper, { ...form, address: form.address, city: form.city, isPrimary: false })
  } catch (error) {
    context.log.warn({ event: 'address not kept', requestId: context.requestId, ...describeError(error) })
  }
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
  await startPayment(shopper ?? guestPayer(context, form.attemptKey), order.order_id)
  return redirectTo(`/pay/${order.order_id}`)
}
