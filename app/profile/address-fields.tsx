import { COUNTRIES, HOME_COUNTRY } from '~/delivery/countries'
import { PhoneField } from '~/phone/phone-field'
import { Field, SelectField } from '~/ui/field'
import { RadioGroup } from '~/ui/radio-group'
import type { ShopField } from '~/ui/shop-form.server'

/** The parts of a shipping or billing address. */
export type AddressPart = 'country' | 'firstName' | 'lastName' | 'address' | 'apartment' | 'city' | 'postalCode'

interface AddressFieldsProps {
  field: (part: AddressPart) => ShopField
  /** Returns the additional fields of a delivery address; left out for a billing address. */
  deliveryField?: (part: 'phone' | 'phoneCountry' | 'label') => ShopField
  /** A prefix of the labels, which makes them unique on the page. */
  labelled?: string
  required?: { postalCode?: boolean }
  section?: 'shipping' | 'billing'
}

/** The fields of an address. */
export function AddressFields({
  field,
  deliveryField,
  labelled = '',
  required = {},
  section = 'shipping',
}: AddressFieldsProps) {
  const label = (text: string) => (labelled ? `${labelled} ${text.toLowerCase()}` : text)
  const complete = (token: string) => `${section} ${token}`
  return (
    <div className="fields">
      <SelectField
        field={field('country')}
        label={label('Country')}
        options={COUNTRIES}
        autoComplete={complete('country-name')}
        defaultValue={HOME_COUNTRY}
        whole
      />
      <Field field={field('firstName')} label={label('First name')} autoComplete={complete('given-name')} />
      <Field field={field('lastName')} label={label('Last name')} autoComplete={complete('family-name')} />
      <Field field={field('address')} label={label('Address')} autoComplete={complete('address-line1')} whole />
      <Field
        field={field('apartment')}
        label={`${label('Apartment or suite')} (optional)`}
        autoComplete={complete('address-line2')}
        whole
      />
      <Field field={field('city')} label={label('City')} autoComplete={complete('address-level2')} />
      <Field
        field={field('postalCode')}
        label={required.postalCode ? label('Postal code') : `${label('Postal code')} (optional)`}
        autoComplete={complete('postal-code')}
      />
      {deliveryField ? (
        <>
          <PhoneField
            field={deliveryField('phone')}
            country={deliveryField('phoneCountry')}
            label={label('Phone')}
            hint="The rider calls before delivery. 03XX XXXXXXX, or with +country code."
          />
          <RadioGroup
            field={deliveryField('label')}
            legend="Label"
            options={['Home', 'Office'].map((value) => ({ value, label: value }))}
            defaultValue="Home"
            className="whole"
          />
        </>
      ) : null}
    </div>
  )
}
