import { m } from '~/language/messages'
import { formatMoney } from '~/platform/money'
import { AddressFields } from '~/address/address-fields'
import type { Address } from '~/address/address-book.server'
import { COUNTRIES } from '~/delivery/countries'
import { countryWords, placeMark, servedCountries, termsOf } from '~/delivery/terms'
import type { ShopForm } from '~/ui/shop-form.server'
import { TextArea } from '~/ui/text-area'
import type { CheckoutField } from './checkout.schema'
import type { Delivery } from './decide-order'
import { SavedAddresses } from './saved-addresses'

/** The name and phone of the shopper's profile. */
export interface Recipient {
  firstName: string
  lastName?: string
  phone: string | null
}

interface FormProps {
  form: ShopForm<CheckoutField>
  delivery: Delivery
}

interface DeliverySectionProps extends FormProps {
  page: { addresses: Address[]; addressesFailed: boolean; isSignedIn: boolean }
  known?: Recipient
}

export function DeliverySection({ page, form, delivery, known }: DeliverySectionProps) {
  const { addresses, addressesFailed, isSignedIn } = page
  return (
    <section className="delivery" aria-labelledby="delivery-title">
      <h2 id="delivery-title">{m.checkout_delivery()}</h2>
      {addressesFailed ? <p className="notice">{m.checkout_no_addresses()}</p> : null}
      <SavedAddresses addresses={addresses} field={form.field} delivery={delivery} />
      <div className="when-chosen new-address">
        <AddressFields
          field={form.field}
          deliveryField={form.field}
          required={['firstName', 'address', 'city']}
          known={known}
          terms={delivery.terms}
          marked={(country) => placeMark(delivery.terms, { country }, delivery.priced)}
        />
        {isSignedIn ? (
          <>
            <label className="check">
              <input type="checkbox" name="saveAddress" defaultChecked={form.field('saveAddress').typed === 'on'} />
              <span>{m.checkout_save_for_next_time()}</span>
            </label>
            <p>
              <button className="button button-outline" name="intent" value="save-address">
                {m.checkout_save_address()}{' '}
              </button>
            </p>
          </>
        ) : null}
      </div>
    </section>
  )
}

/** Renders the one way of delivery, with its price (paisa) and the expected arrival, and the note for the rider. */
export function ShippingSection({
  form,
  delivery: { terms },
  arrival,
  fee,
}: FormProps & { arrival: string | null; fee: number }) {
  return (
    <section className="shipping" aria-labelledby="shipping-title">
      <h2 id="shipping-title">{m.checkout_shipping_method()}</h2>
      {/* Where styles know `:has`, they show these only for a chosen country that isn't the one of the price. */}
      {terms && COUNTRIES.some((country) => !termsOf(terms, country)) ? (
        <p className="notice to-unserved">{m.delivery_within_only({ countries: countryWords(terms) })}</p>
      ) : null}
      {terms && servedCountries(terms).length > 1 ? (
        <p className="notice notice-info to-elsewhere">
          {m.checkout_other_country()}{' '}
          <button className="link" name="intent" value="price" formAction="/checkout#shipping-title">
            {m.checkout_show_total()}
          </button>
        </p>
      ) : null}
      {terms && terms.areas.length > 0 ? (
        <p className="small muted by-city">
          {m.checkout_depends_on_city()}{' '}
          <button className="link" name="intent" value="price" formAction="/checkout#shipping-title">
            {m.checkout_show_total()}
          </button>
        </p>
      ) : null}
      <label className="radio-card">
        <input type="radio" name="shippingMethod" value="standard" defaultChecked />
        <span>
          {m.checkout_standard()} {arrival ? <small>{m.checkout_arrives({ days: arrival })}</small> : null}
        </span>{' '}
        <b className="of-country">{formatMoney(fee)}</b>
      </label>
      <TextArea field={form.field('notes')} label={m.checkout_note()} rows={2} placeholder={m.checkout_note_hint()} />
    </section>
  )
}
