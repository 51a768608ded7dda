import { m } from '~/language/messages'
import { data } from '@remix-run/node'
import { ADDRESS_REFUSALS, addAddress, listAddresses, saveRecipient } from '~/address/address-book.server'
import { addressSchema } from '~/address/address.schema'
import { EMPTY_CART } from '~/cart/cart'
import type { GuestTerms } from '~/cart/guests.server'
import {
  cartFingerprint,
  readCart,
  readCartKey,
  readSharedCart,
  saveCartCookie,
  savePromoCode,
} from '~/cart/cart.server'
import { takePostedCode, tryPostedCode, typedCode } from '~/cart/promo-code.server'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { sendOrderMailsSoon } from '~/mails/outbox.server'
import { rememberGuestOrder } from '~/orders/own-order.server'
import { guestPayer, startPayment, takesCards } from '~/payments/payments.server'
import { attempt } from '~/platform/attempt.server'
import { redirectTo, requireShopper, type RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused, unchecked } from '~/platform/http/forms.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { mayLeaveEmailOut, saveDraft, saveDraftWithAddress } from './checkout-draft.server'
import { checkoutSchemaFor } from './checkout.schema'
import {
  decideOrder,
  placedUrl,
  refusalOf,
  type CheckoutFacts,
  type OrderDraft,
  type Outcome,
  chosenPlace,
} from './decide-order'
import { isOfAnother } from './filled-by.server'
import { placeOrder, type PlacedOrder } from './place-order.server'

/** Saves the new address and redirects back to the checkout (CH-20 to CH-23). */
export async function saveNewAddress(context: RequestContext, fields: FormData, request: Request) {
  if (!(await context.visitor.verify())) await saveDraft(context)
  const shopper = await requireShopper(context, request, m.checkout_log_in_to_save())
  const form = await parseForm(fields, addressSchema)
  if (!form.ok) return invalid(form)
  const added = await attempt(context, 'address not added', () => addAddress(shopper, form.value))
  if (added === null) return refused(form, m.checkout_address_not_added(), 503)
  if (!added.ok) return refused(form, ADDRESS_REFUSALS[added.refusal](), 409)
  const { id, isNew } = added.value
  await saveDraftWithAddress(context, id)
  return context.flashes.success('/checkout', isNew ? m.checkout_address_added() : m.address_known())
}

/** Shows the form again with the promo code that was typed in it, or with why it can't be tried now. */
export async function applyCode(context: RequestContext, form: FormData) {
  const problem = await tryPostedCode(context, form)
  if (!problem) return { form: unchecked(form) }
  const { message, wait } = problem
  const headers = wait === null ? undefined : { 'Retry-After': String(wait) }
  return refused({ reply: unchecked(form) }, message, wait === null ? 503 : 429, headers)
}

/** Shows the form again without its promo code. */
export async function removeCode(context: RequestContext, form: FormData) {
  await savePromoCode(context, '')
  return { form: unchecked(form) }
}

/**
 * Places the order of the posted form for a shopper or a guest, and leads to the payment or the confirmation: reads, decides
 * (decide-order.ts), writes and responds.
 */
export async function placeFromForm(
  context: RequestContext,
  request: Request,
  shopper: Shopper | null,
  guests: GuestTerms,
) {
  // A code that was typed and not applied changes the total, which is shown first.
  const code = typedCode(context.form)
  if (code !== '' && code !== context.form.get('seenCode')) return applyCode(context, context.form)
  const facts = await readFacts(context, request, shopper, mayLeaveEmailOut(shopper, guests))
  const decision = decideOrder(facts)
  const outcome =
    'draft' in decision
      ? ((await attempt(context, 'order failed', () => place(context, request, shopper, facts, decision.draft))) ??
        refusalOf(facts, { token: null }))
      : decision
  if ('reply' in outcome) return data({ form: outcome.reply }, { status: outcome.status, headers: outcome.headers })
  const { to, notice } = outcome
  return notice ? context.flashes[notice.type](to, notice.message) : redirectTo(to)
}

async function readFacts(
  context: RequestContext,
  request: Request,
  shopper: Shopper | null,
  isEmailOptional: boolean,
): Promise<CheckoutFacts> {
  const { form } = context
  const chosen = form.get('deliverTo')
  const [saved, cart, cartKey, terms] = await Promise.all([
    shopper && typeof chosen === 'string' && chosen !== 'new'
      ? attempt(context, 'saved address not read', async () =>
          (await listAddresses(shopper)).find(({ id }) => id === chosen),
        )
      : undefined,
    // The cookie's cart, as the page showed it: a retried order must be the same, even if its lines have already left the saved cart.
    readCart(context, request),
    readCartKey(context, request),
    readDeliveryTerms(context),
  ])
  const known = { saved, takesCards: takesCards(context) && form.get('expectedTotal') !== '0' }
  return {
    ...known,
    form: await parseForm(form, checkoutSchemaFor({ ...known, terms, isEmailOptional })),
    isOfAnother: shopper !== null && isOfAnother(context.settings, form, shopper.id),
    cart,
    sawThisCart: !form.get('seenCart') || form.get('seenCart') === cartFingerprint(cart),
    isKeyOfCart: form.get('attemptKey') === cartKey,
    place: chosenPlace(form, saved),
    terms,
  }
}

async function place(
  context: RequestContext,
  request: Request,
  shopper: Shopper | null,
  facts: CheckoutFacts,
  draft: OrderDraft,
): Promise<Outcome> {
  const wait = await takePostedCode(context, request, draft.form.promoCode)
  const result = wait === null ? await placeOrder(context, request, shopper, draft) : { token: 'too_many_tries', wait }
  const outcome = 'token' in result ? refusalOf(facts, result) : { to: pageAfter(result) }
  if (!('token' in result)) await storeOrder(context, request, shopper, draft, result)
  // The saved cart may have lines that another device has added since.
  else if ('earlierOrder' in outcome && shopper) await readSharedCart(context, request)
  else if ('earlierOrder' in outcome)
    await forgetGuestCart(context, request, outcome.earlierOrder, draft.form.attemptKey)
  return outcome
}

const pageAfter = ({ order_id: id, payment_method: method }: PlacedOrder) =>
  method === 'cod' ? placedUrl(id) : `/pay/${id}`

/** Stores what follows from a placed order. A failure to save its address or to start its payment doesn't affect it. */
async function storeOrder(
  context: RequestContext,
  request: Request,
  shopper: Shopper | null,
  { form, completed }: OrderDraft,
  order: PlacedOrder,
): Promise<void> {
  sendOrderMailsSoon(context)
  const { address, city } = form
  if (shopper && completed && !order.is_repeat)
    await attempt(context, 'saved address not completed', () => saveRecipient(shopper, completed))
  if (shopper && form.saveAddress && form.deliverTo === 'new' && address && city && !order.is_repeat)
    await attempt(context, 'address not kept', () => addAddress(shopper, { ...form, address, city, isPrimary: false }))
  await savePromoCode(context, '')
  if (shopper) await saveCartCookie(context, EMPTY_CART)
  else await forgetGuestCart(context, request, order.order_id, form.attemptKey)
  const payer = shopper ?? guestPayer(context, form.attemptKey)
  if (order.payment_method !== 'cod')
    await attempt(context, 'payment not started', () => startPayment(payer, order.order_id))
}

async function forgetGuestCart(context: RequestContext, request: Request, order: string, attemptKey: string) {
  await saveCartCookie(context, EMPTY_CART)
  await rememberGuestOrder(context, request, order, attemptKey)
}
