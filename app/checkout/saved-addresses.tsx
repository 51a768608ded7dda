import { m } from '~/language/messages'
import { listed } from '~/language/names'
import { formatPhone } from '~/phone/phone'
import { PhoneField } from '~/phone/phone-field'
import { addressLine } from '~/address/address-lines'
import type { Address } from '~/address/address-book.server'
import { Field, FieldError } from '~/ui/field'
import { refusal } from '~/ui/field-state'
import type { ShopField } from '~/ui/shop-form.server'
import { placeMark, notYetWords } from '~/delivery/terms'
import { firstAddress, type Delivery } from './decide-order'
import { lackingParts, lacks } from './saved-recipient'

type RecipientField = 'savedFirstName' | 'savedLastName' | 'savedPhone' | 'savedPhoneCountry'

interface SavedAddressesProps {
  addresses: Address[]
  delivery: Delivery
  field: (name: 'deliverTo' | RecipientField) => ShopField
}

export function SavedAddresses({ addresses, delivery, field }: SavedAddressesProps) {
  if (addresses.length === 0) return <input type="hidden" name="deliverTo" value="new" />
  const choice = field('deliverTo')
  const current = choice.typed ?? firstAddress(addresses, delivery.terms)?.id ?? 'new'
  return (
    <>
      <div
        className="option-list"
        role="radiogroup"
        aria-label={m.checkout_deliver_to()}
        id={choice.id}
        tabIndex={-1}
        {...refusal(choice)}
      >
        <FieldError field={choice} />
        {addresses.map((address) => (
          <SavedAddress key={address.id} address={address} delivery={delivery} isChosen={current === address.id} />
        ))}
        <label className="radio-card">
          <input type="radio" id="address-new" name="deliverTo" value="new" defaultChecked={current === 'new'} />
          <span>{m.checkout_new_address()}</span>
        </label>
      </div>
      <MissingParts lacking={addresses.map(lackingParts).join(' ')} field={field} />
    </>
  )
}

interface SavedAddressProps {
  address: Address
  delivery: Delivery
  isChosen: boolean
}

function SavedAddress({ address, delivery: { terms, priced }, isChosen }: SavedAddressProps) {
  const notYet = notYetWords(terms, address.country)
  const parts = lackingParts(address)
  const recipient = addressLine(address, 'name')
  return (
    <label className="radio-card">
      <input
        type="radio"
        name="deliverTo"
        value={address.id}
        defaultChecked={isChosen}
        data-lacks={parts || undefined}
        data-saved
        data-mark={placeMark(terms, address, priced)}
      />
      <span>
        <span dir="auto">{addressLine(address, 'street')}</span>
        <small dir="auto">
          {addressLine(address, 'town')}
          {m.orders_stop()}{' '}
          {address.address_type === 'Office' ? m.checkout_office_address() : m.checkout_home_address()}
        </small>
        {recipient || address.phone ? (
          <small dir="auto">{listed([recipient, address.phone ? formatPhone(address.phone) : ''])}</small>
        ) : null}
        {notYet ? <small>{notYet}</small> : null}
        {parts ? <small>{lackWords(parts)}</small> : null}
      </span>
    </label>
  )
}

function lackWords(parts: string): string {
  if (!lacks(parts, 'name')) return m.checkout_needs_phone()
  return lacks(parts, 'phone') ? m.checkout_needs_both() : m.checkout_needs_name()
}

/** Renders the missing details of all saved addresses; CSS shows those of the chosen one. */
function MissingParts({ lacking, field }: { lacking: string; field: SavedAddressesProps['field'] }) {
  if (lacking.trim() === '') return null
  return (
    <div className="fields">
      {lacks(lacking, 'name') ? (
        <>
          <div className="lacks-name">
            <Field
              field={field('savedFirstName')}
              label={m.checkout_recipient_first_name()}
              autoComplete="shipping given-name"
              required
            />
          </div>
          <div className="lacks-name">
            <Field
              field={field('savedLastName')}
              label={m.checkout_recipient_last_name()}
              autoComplete="shipping family-name"
            />
          </div>
        </>
      ) : null}
      {lacks(lacking, 'phone') ? (
        <div className="lacks-phone whole">
          <PhoneField
            field={field('savedPhone')}
            country={field('savedPhoneCountry')}
            label={m.checkout_recipient_phone()}
            countryLabel={m.checkout_recipient_phone_country()}
            required
            hint={m.checkout_rider_calls()}
          />
        </div>
      ) : null}
    </div>
  )
}
