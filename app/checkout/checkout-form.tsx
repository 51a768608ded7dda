import type { SubmissionResult } from '@conform-to/react'
import type { PricedCart } from '~/cart/price-cart.server'
import { formatMoney } from '~/platform/money'
import { AddressFields, type AddressPart } from '~/profile/address-fields'
import type { Address } from '~/profile/addresses.server'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { TextArea } from '~/ui/text-area'
import { checkoutSchema } from './checkout.schema'
import { CheckoutSummary } from './checkout-summary'
import { ReviewItems } from './review-items'
import { SavedAddresses } from './saved-addresses'
import { Trust, type TrustFacts } from './trust'

/** The names of the billing address's fields. */
const BILLING_FIELDS = {
  country: 'billingCountry',
  firstName: 'billingFirstName',
  lastName: 'billingLastName',
  address: 'billingAddress',
  apartment: 'billingApartment',
  city: 'billingCity',
  postalCode: 'billingPostalCode',
} as const satisfies Record<AddressPart, string>

interface CheckoutFormProps {
  page: {
    cart: PricedCart
    addresses: Address[]
    addressesFailed: boolean
    email: string
    attemptKey: string
    seenCart: string
    isSignedIn: boolean
    /** Online payment methods in words; null if the shop takes cash only. */
    paymentMeans: string | null
    arrival: string | null
    trust: TrustFacts
  }
  reply?: SubmissionResult
}

/** Renders the checkout as one form: contact, delivery, shipping, payment, billing. */
export function CheckoutForm({ page, reply }: CheckoutFormProps) {
  const { cart, addresses, isSignedIn, paymentMeans } = page
  const form = useShopForm('checkout', checkoutSchema, reply)
  const total = formatMoney(cart.total)
  const payment = paymentMeans ? (form.field('payment').typed ?? 'payfast') : 'cod'
  return (
    <form className="checkout-form" {...form.props}>
      <input type="hidden" name="attemptKey" value={form.field('attemptKey').typed ?? page.attemptKey} />
      <input type="hidden" name="expectedTotal" value={cart.total} />
      <input type="hidden" name="seenCart" value={page.seenCart} />
      <input type="hidden" name="promoCode" value={cart.promo && !cart.promo.problem ? cart.promo.code : ''} />
      <details className="panel phone-summary">
        <summary>
          <span>Order summary</span> <span>{total}</span>
        </summary>
        <div className="stack">
          <CheckoutSummary cart={cart} />
        </div>
      </details>
      <ErrorSummary form={form} />
      <section aria-labelledby="contact-title">
        <h2 id="contact-title">Contact</h2>
        <Field field={form.field('email')} label="E-mail" type="email" autoComplete="email" defaultValue={page.email} />
      </section>
      <section className="delivery" aria-labelledby="delivery-title">
        <h2 id="delivery-title">Delivery</h2>
        {page.addressesFailed ? <p className="notice">Failed to load saved addresses</p> : null}
        <SavedAddresses addresses={addresses} field={form.field} />
        <div className="when-chosen new-address">
          <AddressFields field={form.field} deliveryField={form.field} />
          <label className="check">
            <input
              type="checkbox"
              name="saveAddress"
              disabled={!isSignedIn}
              defaultChecked={form.field('saveAddress').typed === 'on'}
            />
            <span>Save this address for next time</span>
          </label>
          {isSignedIn ? (
            <p>
              {/* Enter in a field presses the form's first button, which has to place the order and not save the address. */}
              <button className="hidden-visually" name="intent" value="place" tabIndex={-1} aria-hidden="true">
                Place order
              </button>{' '}
              <button className="button button-outline" name="intent" value="save-address">
                Save Address
              </button>
            </p>
          ) : null}
        </div>
      </section>
      <section aria-labelledby="shipping-title">
        <h2 id="shipping-title">Shipping method</h2>
        <label className="radio-card">
          <input type="radio" name="shippingMethod" value="standard" defaultChecked />
          <span>Standard Method {page.arrival ? <small>Arrives {page.arrival}</small> : null}</span>{' '}
          <b>{formatMoney(cart.deliveryFee)}</b>
        </label>
        <TextArea
          field={form.field('notes')}
          label="Delivery note (optional)"
          rows={2}
          placeholder="For the rider, such as a landmark or the best time to call"
        />
      </section>
      <section aria-labelledby="payment-title">
        <h2 id="payment-title">Payment</h2>
        <div className="option-list" id="payment">
          {paymentMeans ? (
            <Option
              name="payment"
              value="payfast"
              title="PayFast"
              about={`${paymentMeans} on PayFast’s secure page`}
              chosen={payment}
            />
          ) : null}
          <Option name="payment" value="cod" title="Cash on Delivery" about="Pay the rider in cash" chosen={payment} />
        </div>
      </section>
      <section className="billing" aria-labelledby="billing-title">
        <h2 id="billing-title">Billing address</h2>
        <div className="option-list">
          <Option
            name="billing"
            value="same"
            title="Same as shipping address"
            chosen={form.field('billing').typed ?? 'same'}
          />
          <Option
            name="billing"
            value="different"
            title="Use a different billing address"
            chosen={form.field('billing').typed ?? 'same'}
          />
        </div>
        <div className="when-chosen billing-address">
          <AddressFields
            field={(part) => form.field(BILLING_FIELDS[part])}
            labelled="Billing"
            required={{ postalCode: true }}
            section="billing"
          />
        </div>
      </section>
      <ReviewItems cart={cart} />
      <div className="pay-bar">
        <p className="pay-total">
          Total <b>{total}</b>
        </p>
        <SubmitButton className="button button-wide pay-button" name="intent" value="place" busy="Processing...">
          {paymentMeans ? (
            <>
              <span className="pay-either">Place Order</span> <span className="pay-by-card">Pay {total}</span>{' '}
            </>
          ) : null}
          <span className="pay-in-cash">Place Order (Cash on Delivery)</span>
        </SubmitButton>
      </div>
      <Trust facts={page.trust} />
    </form>
  )
}

function Option({
  name,
  value,
  title,
  about,
  chosen,
}: {
  name: string
  value: string
  title: string
  about?: string
  chosen: string
}) {
  return (
    <label className="radio-card">
      <input type="radio" id={`${name}-${value}`} name={name} value={value} defaultChecked={chosen === value} />
      <span>
        {title} {about ? <small>{about}</small> : null}
      </span>
    </label>
  )
}
