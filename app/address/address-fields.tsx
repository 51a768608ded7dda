import { m } from '~/language/messages'
import { COUNTRIES, HOME_COUNTRY } from '~/delivery/countries'
import { countryOption, eachCountryWords, type DeliveryTerms } from '~/delivery/terms'
import { PhoneField } from '~/phone/phone-field'
import { Field, SelectField } from '~/ui/field'
import { RadioGroup } from '~/ui/radio-group'
import type { ShopField } from '~/ui/shop-form.server'
import { ADDRESS_KINDS, countryLabel, kindLabel } from './address-lines'
import { ADDRESS_PARTS, TYPED_PARTS, type AddressPart, type TypedPart } from './address-parts'

interface AddressFieldsProps {
  field: (part: AddressPart) => ShopField
  /** Returns the additional fields of a delivery address; left out for a billing address. */
  deliveryField?: (part: 'phone' | 'phoneCountry' | 'label') => ShopField
  /** A prefix of the labels, which makes them unique on the page. */
  labelled?: string
  /** The parts that may not be left out; the labels of the others say so. */
  required?: readonly TypedPart[]
  /** What browsers know it as; null for the address of somebody else. */
  section?: 'shipping' | 'billing' | null
  known?: { firstName?: string; lastName?: string; phone?: string | null }
  /** By which the field of the country says where the shop delivers; left out for a billing address. */
  terms?: DeliveryTerms | null
  /** Returns what styles know a country as. */
  marked?: (country: string) => string | undefined
}

export function AddressFields({
  field,
  deliveryField,
  labelled = '',
  required = ['address', 'city'],
  section = 'shipping',
  known = {},
  terms = null,
  marked,
}: AddressFieldsProps) {
  const label = (text: string) => (labelled ? m.address_labelled({ of: labelled, label: text.toLowerCase() }) : text)
  const complete = (token: string) => (section ? `${section} ${token}` : 'off')
  return (
    <div className="fields">
      <SelectField
        field={field('country')}
        label={label(m.address_country())}
        hint={terms ? eachCountryWords(terms) : undefined}
        options={COUNTRIES}
        named={(country) => countryOption(terms, country, countryLabel(country))}
        marked={marked}
        autoComplete={complete('country-name')}
        defaultValue={HOME_COUNTRY}
        whole
      />
      {TYPED_PARTS.map((part) => {
        const { label: name, autoComplete, isWide } = { isWide: false, ...ADDRESS_PARTS[part] }
        const isRequired = required.includes(part)
        const shown = label(name())
        return (
          <Field
            key={part}
            field={field(part)}
            label={isRequired ? shown : m.address_optional({ label: shown })}
            autoComplete={complete(autoComplete)}
            whole={isWide}
            required={isRequired}
            defaultValue={part === 'firstName' || part === 'lastName' ? known[part] : undefined}
          />
        )
      })}
      {deliveryField ? (
        <>
          <PhoneField
            field={deliveryField('phone')}
            country={deliveryField('phoneCountry')}
            label={label(m.address_phone())}
            required
            stored={known.phone}
            hint={m.address_phone_hint()}
          />
          <RadioGroup
            field={deliveryField('label')}
            legend={m.address_kind()}
            options={ADDRESS_KINDS.map((value) => ({ value, label: kindLabel(value) }))}
            defaultValue="Home"
            className="whole"
          />
        </>
      ) : null}
    </div>
  )
}
