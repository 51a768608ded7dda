import { Field } from './field'
import { PhoneCountry } from './phone-country.area'
import type { ShopField } from './shop-form.server'

/** The most digits a number has (E.164); document 2, section 5. */
const MOST_DIGITS = 15

interface PhoneFieldProps {
  field: ShopField
  country: ShopField
  label: string
  hint?: string
  autoComplete?: string
  defaultValue?: string
}

/** A phone number and the country it is from. */
export function PhoneField({ field, country, label, hint, autoComplete = 'tel', defaultValue }: PhoneFieldProps) {
  return (
    <div className="phone-field whole">
      <div className="field">
        <label htmlFor={country.id}>Phone country</label>
        <PhoneCountry id={country.id} name={country.name} first={country.typed} />
      </div>
      <Field
        field={field}
        label={label}
        type="tel"
        autoComplete={autoComplete}
        hint={hint}
        defaultValue={defaultValue}
        // Signs between the digits don't count.
        maxLength={undefined}
        data-most-digits={MOST_DIGITS}
      />
    </div>
  )
}
