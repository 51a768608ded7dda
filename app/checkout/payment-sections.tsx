import { m } from '~/language/messages'
import { AddressFields } from '~/address/address-fields'
import { billingField } from '~/address/address-parts'
import type { ShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { moneyInText } from '~/platform/money'
import { OfPayment } from './of-payment'
import type { CheckoutField } from './checkout.schema'

interface PaymentSectionProps {
  means: string | null
  chosen: string
  isFree: boolean
  /** Paisa. */
  cashFee: number
}

/** Renders the payment methods. `means` are the online ones in words; null if the shop takes cash only. */
export function PaymentSection({ means, chosen, isFree, cashFee }: PaymentSectionProps) {
  const inCash = cashFee > 0 ? m.checkout_pay_the_rider_more({ fee: moneyInText(cashFee) }) : m.checkout_pay_the_rider()
  return (
    <section aria-labelledby="payment-title">
      <h2 id="payment-title">{m.checkout_payment()}</h2>
      <div className="option-list" id="payment">
        {means ? (
          <Option
            name="payment"
            value="payfast"
            title="PayFast"
            about={m.checkout_on_payfast({ means })}
            chosen={chosen}
          />
        ) : null}
        <Option
          name="payment"
          value="cod"
          title={m.checkout_cash()}
          about={isFree ? m.payments_nothing_to_pay() : inCash}
          chosen={chosen}
        />
      </div>
    </section>
  )
}

export function BillingSection({ form }: { form: ShopForm<CheckoutField> }) {
  const chosen = form.field('billing').typed ?? 'same'
  return (
    <section className="billing" aria-labelledby="billing-title">
      <h2 id="billing-title">{m.checkout_billing_address()}</h2>
      <div className="option-list">
        <Option name="billing" value="same" title={m.checkout_same_address()} chosen={chosen} />
        <Option name="billing" value="different" title={m.checkout_other_address()} chosen={chosen} />
      </div>
      <div className="when-chosen billing-address">
        <AddressFields
          field={(part) => form.field(billingField(part))}
          labelled={m.checkout_billing_labels()}
          required={['address', 'city', 'postalCode']}
          section="billing"
        />
      </div>
    </section>
  )
}

export function PayBar({ means, totals }: { means: string | null; totals: { card: string; cash: string } }) {
  return (
    <div className="pay-bar">
      <p className="pay-total of-country">
        {m.checkout_total()}{' '}
        <b>
          <OfPayment {...totals} />
        </b>
      </p>
      <SubmitButton
        className="button button-wide pay-button"
        name="intent"
        value="place"
        busy={m.checkout_processing()}
      >
        {means ? (
          <>
            <span className="pay-either">{m.checkout_place()}</span>{' '}
            <span className="pay-by-card">{m.checkout_pay({ total: totals.card })}</span>{' '}
          </>
        ) : null}
        <span className="pay-in-cash">{m.checkout_place_in_cash()}</span>
      </SubmitButton>
    </div>
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
