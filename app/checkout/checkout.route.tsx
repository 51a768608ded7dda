import { m } from '~/language/messages'
import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { readGuestTerms } from '~/cart/guests.server'
import { cartFingerprint, readCart, readCartKey, readPromoCode, UNREAD_CART } from '~/cart/cart.server'
import { priceCart } from '~/cart/price-cart.server'
import { redirectTo, type RequestContext } from '~/platform/context.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { arrivalOf, arrivalWords } from '~/delivery/arrival'
import { HOME_COUNTRY } from '~/delivery/countries'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { NO_CONTACT_INFO, type ContactInfo } from '~/contact/contact-info'
import { readContactInfo } from '~/contact/contact-info.server'
import { readPassage } from '~/content/content.server'
import { attempt, attemptMain } from '~/platform/attempt.server'
import { dispatch, unchecked } from '~/platform/http/forms.server'
import { paymentMeans } from '~/payments/payments.server'
import { listAddresses } from '~/address/address-book.server'
import { splitName } from '~/address/address-parts'
import { readProfile } from '~/profile/profile.server'
import { Breadcrumb } from '~/ui/breadcrumb'
import { Empty } from '~/ui/empty'
import { TryAgain } from '~/ui/try-again'
import { Notice } from '~/ui/progress/notice'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { applyCode, placeFromForm, removeCode, saveNewAddress } from './checkout-actions.server'
import { mayLeaveEmailOut, requireBuyer, takeDraft } from './checkout-draft.server'
import { filledBy } from './filled-by.server'
import { pricedPlace, typedContact } from './decide-order'
import { CheckoutForm, type TrustFacts } from './checkout-form'
import { CheckoutSummary } from './checkout-summary'

export const handle: PageHandle = {
  styles: ['choices', 'forms', 'checkout', 'cart'],
  hasMinimalHeader: true,
  withoutNewsletter: true,
}

/** Passes on Retry-After of a rate-limited form. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta = () => pageMeta(m.checkout_title(), { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  // What is the same for everybody is read meanwhile.
  const [guests, ofShop] = [readGuestTerms(context), readOfShop(context)]
  const shopper = await requireBuyer(context, request, guests)
  const [cart, addresses, profile, [terms, assurance, contact]] = await Promise.all([
    readCart(context, request),
    shopper ? attempt(context, 'addresses not read', () => listAddresses(shopper)) : [],
    shopper ? attempt(context, 'profile not read', () => readProfile(shopper)) : null,
    ofShop,
  ])
  const isEmailOptional = mayLeaveEmailOut(shopper, await guests)
  if (cart.lines.length === 0) return emptyCheckout(context, shopper, cart === UNREAD_CART)
  const chosen = addresses?.find(({ id }) => id === context.form.get('deliverTo'))
  const place = pricedPlace(context.form, addresses ?? [], terms)
  const priced = await attemptMain(context, 'checkout not priced', async () =>
    priceCart(context, cart, await readPromoCode(context, request), place, {
      shopper: shopper?.id,
      ...typedContact(context.form, chosen, isEmailOptional),
    }),
  )
  const arrival = terms && arrivalOf(terms, place.country, Date.now())
  if (priced && !priced.canOrder) throw redirectTo('/cart')
  if (request.method === 'GET') context.services.funnel.count('checkout')
  return {
    cart: priced,
    problem: priced ? null : m.cart_not_priced(),
    hasFailed: priced === null,
    addresses: addresses ?? [],
    addressesFailed: addresses === null,
    email: shopper?.email ?? '',
    isEmailOptional,
    recipient: profile && { ...splitName(profile.full_name), phone: profile.phone_number },
    attemptKey: (await readCartKey(context, request)) ?? randomUUID(),
    seenCart: cartFingerprint(cart),
    draft: priced ? await takeDraft(context, request, shopper) : null,
    isSignedIn: shopper !== null,
    filledBy: shopper ? filledBy(context.settings, shopper.id) : '',
    // No payment page takes nothing.
    paymentMeans: priced?.total_amount === 0 ? null : paymentMeans(context),
    delivery: { terms, priced: place },
    arrival: arrival && arrivalWords(arrival),
    trust: trustFacts(context, assurance?.content ?? null, contact),
  }
}

/** Never fails. */
const readOfShop = (context: RequestContext) =>
  Promise.all([readDeliveryTerms(context), readPassage(context, 'checkout-assurance'), readContactInfo(context)])

/** Returns the data of the page without a cart. */
function emptyCheckout(context: RequestContext, shopper: Shopper | null, hasFailed: boolean) {
  return {
    cart: null,
    problem: hasFailed ? m.cart_not_priced() : m.cart_empty(),
    hasFailed,
    addresses: [],
    addressesFailed: false,
    email: '',
    isEmailOptional: false,
    recipient: null,
    attemptKey: '',
    seenCart: '',
    draft: null,
    isSignedIn: shopper !== null,
    filledBy: '',
    paymentMeans: paymentMeans(context),
    delivery: { terms: null, priced: { country: HOME_COUNTRY } },
    arrival: null,
    trust: trustFacts(context, null, NO_CONTACT_INFO),
  }
}

function trustFacts({ settings }: RequestContext, assurance: string | null, contact: ContactInfo): TrustFacts {
  return { assurance, returnDays: settings.RETURN_DAYS ?? null, contact }
}

const actions = { place, price, code: applyCode, 'remove-code': removeCode, 'save-address': saveNewAddress }

export async function action({ request, context }: ActionFunctionArgs) {
  const act = dispatch(context.form.get('intent'), actions) ?? place
  return act(context, context.form, request)
}

async function place(context: RequestContext, _form: FormData, request: Request) {
  const guests = readGuestTerms(context)
  return placeFromForm(context, request, await requireBuyer(context, request, guests), await guests)
}

/** Shows the form again, with price and days of the place that is chosen in it. */
async function price({ form }: RequestContext) {
  return { form: unchecked(form) }
}

export default function Checkout() {
  const page = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const reply = actionData && 'form' in actionData ? actionData.form : undefined
  const draft = page.draft && !reply ? { initialValue: page.draft } : undefined
  // A form that wasn't taken keeps what was typed also where another tab has emptied the cart meanwhile.
  const canTryAgain = page.hasFailed || reply !== undefined
  return (
    <div className="wrap">
      <Breadcrumb
        steps={[
          { name: m.checkout_home(), to: '/' },
          { name: m.checkout_cart(), to: '/cart' },
          { name: m.checkout_title() },
        ]}
      />
      <h1 className="page-title">{m.checkout_title()}</h1>
      {draft?.initialValue.reason === 'log-in' ? <Notice type="info">{m.checkout_restored()}</Notice> : null}
      {page.cart ? (
        <div className="two-columns">
          <CheckoutForm page={{ ...page, cart: page.cart }} reply={reply ?? draft} />
          <aside className="panel stack wide-summary" aria-labelledby="wide-summary-title">
            <h2 className="summary-title" id="wide-summary-title">
              {m.checkout_summary_title()}
            </h2>
            <CheckoutSummary cart={page.cart} mayPayByCard={page.paymentMeans !== null} />
          </aside>
        </div>
      ) : (
        <Empty text={page.problem ?? m.cart_empty()}>
          {canTryAgain ? <TryAgain /> : null}
          <a
            className={canTryAgain ? 'link' : 'button'}
            href={page.isSignedIn ? '/profile/active-orders' : '/product-listing'}
          >
            {page.isSignedIn ? m.checkout_your_orders() : m.cart_browse()}
          </a>
        </Empty>
      )}
    </div>
  )
}
