import type { SubmissionResult } from '@conform-to/react'
import { Field } from './field'
import { typed } from './form-errors'
import { PhoneCountry } from './phone-country.area'

/** The most digits a number has (E.164); document 2, section 5. */
const MOST_DIGITS = 15

interface PhoneFieldProps {
  name: string
  label: string
  hint?: string
  autoComplete?: string
  defaultValue?: string
  reply?: SubmissionResult
  /** Takes more than 15 digits; off wherever the shop asks (A29). */
  allowsLongNumbers?: boolean
}

/** A phone number and the country it is from. */
export function PhoneField({
  name,
  label,
  hint,
  autoComplete = 'tel',
  defaultValue,
  reply,
  allowsLongNumbers = false,
}: PhoneFieldProps) {
  return (
    <div className="phone-field whole">
      <div className="field">
        <label htmlFor={`${name}Country`}>Phone country</label>
        <PhoneCountry name={`${name}Country`} first={typed(reply, `${name}Country`)} />
      </div>
      <Field
        name={name}
        label={label}
        type="tel"
        autoComplete={autoComplete}
        hint={hint}
        defaultValue={defaultValue}
        reply={reply}
        data-most-digits={allowsLongNumbers ? undefined : MOST_DIGITS}
      />
    </div>
  )
}
