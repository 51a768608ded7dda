import type { SubmissionResult } from '@conform-to/react'
import type { Address } from '~/address/address-book.server'
import { billingField, eachColumn, type AddressColumns } from '~/address/address-parts'
import type { Cart } from '~/cart/cart'
import { countryName, HOME_COUNTRY, isCountry } from '~/delivery/countries'
import { areaOf, notYetWords, priceWords, termsOf, type DeliveryTerms, type Destination } from '~/delivery/terms'
import { m } from '~/language/messages'
import type { ParsedForm } from '~/platform/http/forms.server'
import { cutText } from '~/platform/text'
import { formatWait } from '~/platform/time'
import { readPhone } from '~/phone/phone'
import type { CheckoutInput } from './checkout.schema'
import { completeAddress, lackingParts } from './saved-recipient'

/** What is read before a posted checkout form is decided. */
export interface CheckoutFacts {
  form: ParsedForm<CheckoutInput>
  /** Whether another account filled the form. */
  isOfAnother: boolean
  cart: Cart
  /** Whether the form's page showed this cart. */
  sawThisCart: boolean
  /** Whether the form's attempt key is this cart's. */
  isKeyOfCart: boolean
  /** The chosen saved address; undefined if none was chosen or it is gone, null if it can't be read. */
  saved: Address | null | undefined
  /** Where the order goes. */
  place: Destination
  /** Null if they can't be read. */
  terms: DeliveryTerms | null
  takesCards: boolean
}

/** Why an order was not placed. */
export interface Refused {
  /** One of `REFUSALS`. Of others, and of null, it isn't known whether the order exists. */
  token: string | null
  /** The number of the order that the cart has become, if that may be the reason. */
  order?: string
  /** Seconds to wait, if that is the reason. */
  wait?: number
}

/** What the shopper sees: the form again, or another page. */
export type Outcome =
  | { reply: SubmissionResult; status: number; headers?: HeadersInit }
  | { to: string; notice?: Notice }
  | { to: string; notice: Notice; earlierOrder: string }

interface Notice {
  type: 'error' | 'info'
  message: string
}

export interface OrderDraft {
  form: CheckoutInput
  cart: Cart
  sawThisCart: boolean
  delivery: {
    shipping: OrderAddress
    /** Without a phone number, unless it is the delivery address. */
    billing: OrderAddress
  }
  /** The chosen saved address with its missing parts, if it lacked some. */
  completed?: Address
}

type OrderAddress = AddressColumns<string | undefined> & { country: string; phone?: string }

/** Decides whether a posted form becomes an order, or what the shopper sees instead. */
export function decideOrder(facts: CheckoutFacts): Outcome | { draft: OrderDraft } {
  const { form, saved, cart, sawThisCart } = facts
  const [token] = REFUSED_BEFORE.find(([, applies]) => applies(facts)) ?? [null]
  if (token || !form.ok) return refusalOf(facts, { token })
  const { value } = form
  const chosen = saved ? completeAddress(saved, value) : null
  const shipping = chosen
    ? {
        ...eachColumn((_, column) => chosen[column] ?? undefined),
        country: chosen.country,
        phone: chosen.phone ?? undefined,
      }
    : { ...eachColumn((part) => value[part]), country: value.country, phone: value.phone }
  const other = { ...eachColumn((part) => value[billingField(part)]), country: value.billingCountry }
  const delivery = { shipping, billing: value.billing === 'different' ? other : shipping }
  const completed = chosen && lackingParts(saved) ? chosen : undefined
  return { draft: { form: value, cart, sawThisCart, delivery, completed } }
}

/** Decides what the shopper sees of an order that was not placed. */
export function refusalOf(facts: CheckoutFacts, refused: Refused): Outcome {
  return REFUSALS.get(refused.token ?? '')?.(facts, refused) ?? uncertain(facts)
}

/** Whether the log has to say more about a refusal than the shopper is told. */
export const isFailure = (token: string | null) => !REFUSALS.has(token ?? '') || token === 'order_items_failed'

export const placedUrl = (order: string) => `/checkout/placed/${order}`

const again = (reply: SubmissionResult, message: string, status: number, headers?: HeadersInit): Outcome => ({
  reply: { ...reply, status: 'error', error: { ...reply.error, '': [message] } },
  status,
  headers,
})

/** The form keeps its key, so that a retry finds the order if it was placed. */
const uncertain = ({ form }: CheckoutFacts) => again(form.reply, m.checkout_not_placed(), 503)

/** A reply without the total and the key that were refused: the page shows the new total with a new key. */
const withoutAttempt = ({ initialValue, ...reply }: SubmissionResult, ...others: string[]): SubmissionResult => ({
  ...reply,
  initialValue: Object.fromEntries(
    Object.entries(initialValue ?? {}).filter(
      ([name]) => !['expectedTotal', 'expectedInCash', 'attemptKey', ...others].includes(name),
    ),
  ),
})

/** Returns null if it isn't known whether the order exists. */
type Refusal = (facts: CheckoutFacts, refused: Refused) => Outcome | null

const toCart =
  (message: () => string): Refusal =>
  () => ({ to: '/cart', notice: { type: 'error', message: message() } })

/** `inCash` are the words if the shop takes no cards. */
const toForm =
  (message: () => string, inCash = message): Refusal =>
  ({ form, takesCards }) =>
    again(withoutAttempt(form.reply), takesCards ? message() : inCash(), 409)

/** The cart was ordered by another tab, by another device, or by a post whose response was lost. */
const toOrder: Refusal = (_facts, { order }) =>
  order
    ? { to: placedUrl(order), notice: { type: 'info', message: m.checkout_cart_ordered() }, earlierOrder: order }
    : null

/** Leaves out the other account's saved address, so that the form can be checked and posted again. */
const formOfAnother: Refusal = ({ form }) =>
  again({ initialValue: withoutAttempt(form.reply, 'deliverTo').initialValue }, m.checkout_form_of_another(), 409)

const tooManyTries: Refusal = ({ form }, { wait = 0 }) =>
  again(form.reply, m.platform_too_many_tries({ wait: formatWait(wait) }), 429, { 'Retry-After': String(wait) })

/** An earlier key than the cart's is that of an older page. */
const attemptReused: Refusal = (facts, refused) =>
  (facts.isKeyOfCart && toOrder(facts, refused)) || toForm(m.checkout_attempt_reused)(facts, refused)

/** The total may have changed with the country, or with the city where cities have prices of their own. */
function newTotal({ place: { country, city }, terms }: CheckoutFacts): string {
  const served = terms && termsOf(terms, country)
  if (served && country !== HOME_COUNTRY)
    return m.checkout_country_costs({ country: countryName(country), price: priceWords(served) })
  if (served && city && terms.areas.length > 0)
    return m.checkout_city_costs({ city, price: priceWords(areaOf(terms, country, city) ?? served) })
  return m.checkout_price_changed()
}

const priceChanged: Refusal = (facts, refused) =>
  toForm(facts.sawThisCart ? () => newTotal(facts) : m.checkout_not_the_seen_cart)(facts, refused)

/** Why a form isn't ordered, by the tokens of `REFUSALS`; the first that applies counts. */
const REFUSED_BEFORE: [token: string, applies: (facts: CheckoutFacts) => boolean][] = [
  ['form_of_another', ({ isOfAnother }) => isOfAnother],
  ['empty_cart', ({ cart }) => cart.lines.length === 0],
  ['invalid_form', ({ form }) => !form.ok],
  ['address_not_read', ({ saved }) => saved === null],
]

/** What the shopper sees of each refusal: the shop's own, and those of the database function `place_order`. */
const REFUSALS = new Map<string, Refusal>([
  ['form_of_another', formOfAnother],
  ['invalid_form', ({ form: { reply } }) => ({ reply, status: 400 })],
  ['address_not_read', uncertain],
  ['too_many_tries', tooManyTries],

  ['empty_cart', toCart(m.cart_empty)],
  ['cart_changed', toCart(m.checkout_cart_changed)],
  ['cart_differs', toCart(m.checkout_cart_differs)],
  // The page shows why, beside the code.
  ['promo_refused', toForm(m.checkout_promo_refused)],
  ['cart_ordered', toOrder],
  ['attempt_reused', attemptReused],
  ['price_changed', priceChanged],
  ['too_many_orders_today', toForm(m.checkout_too_many_today)],
  ['too_many_open_orders', toForm(m.checkout_too_many_open_card, m.orders_too_many_open)],
  ['too_many_unconfirmed_orders', toForm(m.checkout_too_many_unconfirmed_card, m.orders_too_many_unconfirmed)],
  ['contact_blocked', toForm(m.checkout_contact_blocked_card, m.orders_contact_blocked)],
  ['country_not_served', toForm(m.checkout_country_not_served)],
  ['invalid_address', toForm(m.checkout_shipping_address)],
  ['invalid_name', toForm(m.checkout_invalid_name)],
  ['invalid_phone', toForm(m.checkout_invalid_phone)],
  ['too_many_unpaid_orders', toForm(m.checkout_too_many_unpaid)],
  ['order_items_failed', toForm(m.checkout_items_failed)],
])

/** Returns country and city of the chosen saved address, else of the new address. */
export function chosenPlace(form: FormData, saved: Address | null | undefined): Destination {
  if (saved) return saved
  const [country, city] = [form.get('country'), form.get('city')]
  return {
    country: typeof country === 'string' && isCountry(country) ? country : HOME_COUNTRY,
    city: typeof city === 'string' && city.trim() ? cutText(city.trim(), 80) : undefined,
  }
}

/**
 * Returns the e-mail address and the phone number of a form, as far as they can be read. An empty address is that of a posted form which
 * may leave it out.
 */
export function typedContact(
  form: FormData,
  saved: Address | null | undefined,
  isEmailOptional: boolean,
): { email?: string; phone?: string } {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const read = readPhone(text('phone'), text('phoneCountry'), 'delivery')
  const email = text('email').toLowerCase()
  const hasNone = email === '' && isEmailOptional && form.get('payment') === 'cod'
  return {
    email: hasNone || (email.includes('@') && email.length <= 254) ? email : undefined,
    phone: saved?.phone ?? (read.ok ? read.value : undefined),
  }
}

/** Where the shop delivers, and the place whose price and days the page shows. */
export interface Delivery {
  /** Null if they can't be read. */
  terms: DeliveryTerms | null
  priced: Destination
}

/** Returns the saved address that is chosen at first: the primary one, else the newest, of those where the shop delivers. */
export function firstAddress(addresses: readonly Address[], terms: DeliveryTerms | null): Address | undefined {
  const served = addresses.filter(({ country }) => notYetWords(terms, country) === null)
  return served.find(({ is_primary: isPrimary }) => isPrimary) ?? served[0]
}

/** Returns the place that the page is priced for: the posted one, else the first address's, if the shop delivers there. */
export function pricedPlace(form: FormData, addresses: readonly Address[], terms: DeliveryTerms | null): Destination {
  const chosen = addresses.find(({ id }) => id === form.get('deliverTo'))
  const first = firstAddress(addresses, terms)
  const { country, city } = form.has('attemptKey') ? chosenPlace(form, chosen) : (first ?? { country: HOME_COUNTRY })
  return terms && termsOf(terms, country) ? { country, city } : { country: HOME_COUNTRY }
}
