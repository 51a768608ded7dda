import { m } from '~/language/messages'
import type { SubmissionResult } from '@conform-to/react'
import type { PricedCart } from '~/cart/price-cart.server'
import { PromoBox } from '~/cart/promo-box'
import { formatMoney } from '~/platform/money'
import { inCash, OfPayment } from './of-payment'
import type { Address } from '~/address/address-book.server'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { checkoutSchema } from './checkout.schema'
import { CheckoutSummary, ReviewItems } from './checkout-summary'
import type { Delivery } from './decide-order'
import { DeliverySection, ShippingSection, type Recipient } from './delivery-sections'
import { BillingSection, PayBar, PaymentSection } from './payment-sections'
import type { ContactInfo } from '~/contact/contact-info'
import { ContactWays } from '~/contact/contact-ways'

interface CheckoutFormProps {
  page: {
    cart: PricedCart
    addresses: Address[]
    addressesFailed: boolean
    email: string
    /** Whether a cash order needs no e-mail address. */
    isEmailOptional: boolean
    recipient: Recipient | null
    attemptKey: string
    seenCart: string
    isSignedIn: boolean
    /** The account that fills the form; empty for a guest. */
    filledBy: string
    /** Online payment methods in words; null if the shop takes cash only. */
    paymentMeans: string | null
    delivery: Delivery
    arrival: string | null
    trust: TrustFacts
  }
  reply?: SubmissionResult
}

export function CheckoutForm({ page, reply }: CheckoutFormProps) {
  const { cart, paymentMeans } = page
  const form = useShopForm('checkout', checkoutSchema, reply)
  const cash = paymentMeans ? inCash(cart) : cart
  const totals = { card: formatMoney(cart.total_amount), cash: formatMoney(cash.total_amount) }
  const payment = paymentMeans ? (form.field('payment').typed ?? 'payfast') : 'cod'
  return (
    // Without it a form at /checkout#promo would come back there, away from its errors.
    <form className="checkout-form" action="/checkout" {...form.props}>
      <input type="hidden" name="attemptKey" value={form.field('attemptKey').typed ?? page.attemptKey} />
      <input type="hidden" name="filledBy" value={page.filledBy} />
      <input type="hidden" name="expectedTotal" value={cart.total_amount} />
      <input type="hidden" name="expectedInCash" value={cash.total_amount} />
      <input type="hidden" name="seenCart" value={page.seenCart} />
      <input type="hidden" name="promoCode" value={cart.promo && !cart.promo.problem ? cart.promo.code : ''} />
      <details className="panel phone-summary">
        <summary>
          <span>{m.checkout_order_summary()}</span>{' '}
          <span className="of-country">
            <OfPayment {...totals} />
          </span>
        </summary>
        <div className="stack">
          <CheckoutSummary cart={cart} mayPayByCard={paymentMeans !== null} />
        </div>
      </details>
      <ErrorSummary form={form} />
      <section aria-labelledby="contact-title">
        <h2 id="contact-title">{m.checkout_contact()}</h2>
        <Field
          field={form.field('email')}
          label={emailLabel(page)}
          type="email"
          autoComplete="email"
          defaultValue={page.email}
          required={!page.isEmailOptional}
          hint={page.isEmailOptional ? m.checkout_email_hint() : undefined}
        />
      </section>
      {/* Enter in a field presses the form's first button, which has to place the order. */}
      <button className="hidden-visually" name="intent" value="place" tabIndex={-1} aria-hidden="true">
        {m.checkout_place_order()}{' '}
      </button>
      <DeliverySection
        page={page}
        form={form}
        delivery={page.delivery}
        known={reply ? undefined : (page.recipient ?? undefined)}
      />
      <ShippingSection form={form} delivery={page.delivery} arrival={page.arrival} fee={cart.delivery_fee} />
      <PaymentSection
        means={paymentMeans}
        chosen={payment}
        isFree={cart.total_amount === 0}
        cashFee={cart.cashIfChosen}
      />
      <BillingSection form={form} />
      <section aria-labelledby="promo-title" id="promo">
        <h2 id="promo-title">{m.cart_promo_code()}</h2>
        <input type="hidden" name="seenCode" value={cart.promo?.code ?? ''} />
        <div className="promo">
          <PromoBox
            promo={cart.promo}
            apply={{ name: 'intent', value: 'code', formAction: '/checkout#promo' }}
            remove={{ name: 'intent', value: 'remove-code', formAction: '/checkout#promo' }}
          />
        </div>
      </section>
      <ReviewItems cart={cart} />
      <PayBar means={paymentMeans} totals={totals} />
      <Trust facts={page.trust} />
    </form>
  )
}

function emailLabel({ isEmailOptional, paymentMeans }: CheckoutFormProps['page']): string {
  if (!isEmailOptional) return m.checkout_email()
  return paymentMeans ? m.checkout_email_optional_in_cash() : m.checkout_email_optional()
}

export interface TrustFacts {
  /** Sanitised HTML from the operator, for example about packaging; null if there is none. */
  assurance: string | null
  returnDays: number | null
  contact: ContactInfo
}

function Trust({ facts: { assurance, returnDays, contact } }: { facts: TrustFacts }) {
  return (
    <div className="trust small muted">
      {assurance ? <div dangerouslySetInnerHTML={{ __html: assurance }} /> : null}
      <p>
        {returnDays ? `${m.checkout_within_days({ days: returnDays })} ` : ''}
        <a href="/help/returns">{returnDays ? m.checkout_how_returns_work() : m.checkout_if_wrong()}</a>
      </p>
      <p>
        {`${m.checkout_questions()} `}
        <ContactWays contact={contact} />
      </p>
    </div>
  )
}
