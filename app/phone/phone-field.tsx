import { m } from '~/language/messages'
import { Field } from '~/ui/field'
import type { ShopField } from '~/ui/shop-form.server'
import { phoneCountryOptions, phoneFieldValue, isPhoneCountry } from './phone'

interface PhoneFieldProps {
  field: ShopField
  country: ShopField
  label: string
  countryLabel?: string
  hint?: string
  autoComplete?: string
  required?: boolean
  /** The initial number in E.164. */
  stored?: string | null
}

/** The fields of a phone number and its country, which determines how the number is read (decision 122). */
export function PhoneField({
  field,
  country,
  label,
  countryLabel = m.phone_country(),
  hint,
  autoComplete = 'tel',
  required,
  stored,
}: PhoneFieldProps) {
  const shown = phoneFieldValue(stored)
  return (
    <div className="phone-field whole">
      <div className="field">
        <label htmlFor={country.id}>{countryLabel}</label>
        <select
          id={country.id}
          name={country.name}
          autoComplete="off"
          defaultValue={isPhoneCountry(country.typed) ? country.typed : shown.country}
        >
          {phoneCountryOptions().map(({ code, name, callingCode }) => (
            <option key={code} value={code}>
              {m.phone_country_option({ name, code: callingCode })}
            </option>
          ))}
        </select>
      </div>
      <Field
        field={field}
        label={label}
        type="tel"
        autoComplete={autoComplete}
        required={required}
        hint={hint}
        defaultValue={shown.number}
        // A number that is too long is refused, never cut (A29).
        maxLength={undefined}
      />
    </div>
  )
}
