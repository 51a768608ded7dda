import type { SubmissionResult } from '@conform-to/react'
import { Field } from '~/ui/field'
import { typed } from '~/ui/form-errors'
import { PhoneField } from '~/ui/phone-field'

interface AddressFieldsProps {
  reply?: SubmissionResult
  /** Before the names of the fields: '' for shipping, 'billing' for billing. */
  prefix?: string
  /** Before the labels, so that they make sense out of context. */
  labelled?: string
  required?: { postalCode?: boolean }
  /** Phone and Home or Office are asked for deliveries only. */
  forDelivery?: boolean
  section?: 'shipping' | 'billing'
}

/** The fields of an address, in the order people say one. */
export function AddressFields({
  reply,
  prefix = '',
  labelled = '',
  required = {},
  forDelivery = false,
  section = 'shipping',
}: AddressFieldsProps) {
  const name = (field: string) => (prefix ? prefix + field.charAt(0).toUpperCase() + field.slice(1) : field)
  const label = (text: string) => (labelled ? `${labelled} ${text.toLowerCase()}` : text)
  const complete = (token: string) => `${section} ${token}`
  return (
    <div className="fields">
      <div className="field whole">
        <label htmlFor={name('country')}>{label('Country')}</label>
        <select
          id={name('country')}
          name={name('country')}
          autoComplete={complete('country-name')}
          defaultValue={typed(reply, name('country')) ?? 'Pakistan'}
        >
          <option>Pakistan</option>
          <option>USA</option>
          <option>UK</option>
        </select>
      </div>
      <Field name={name('firstName')} label={label('First name')} autoComplete={complete('given-name')} reply={reply} />
      <Field name={name('lastName')} label={label('Last name')} autoComplete={complete('family-name')} reply={reply} />
      <Field
        name={name('address')}
        label={label('Address')}
        autoComplete={complete('address-line1')}
        reply={reply}
        whole
      />
      <Field
        name={name('apartment')}
        label={`${label('Apartment or suite')} (optional)`}
        autoComplete={complete('address-line2')}
        reply={reply}
        whole
      />
      <Field name={name('city')} label={label('City')} autoComplete={complete('address-level2')} reply={reply} />
      <Field
        name={name('postalCode')}
        label={required.postalCode ? label('Postal code') : `${label('Postal code')} (optional)`}
        autoComplete={complete('postal-code')}
        reply={reply}
      />
      {forDelivery ? (
        <>
          <PhoneField
            name={name('phone')}
            label={label('Phone')}
            hint="The rider calls before delivery. 03XX XXXXXXX, or with +country code."
            reply={reply}
          />
          <fieldset className="whole">
            <legend>Label</legend>
            <div className="choices size">
              {(['Home', 'Office'] as const).map((value) => (
                <label key={value}>
                  <input
                    type="radio"
                    name={name('label')}
                    value={value}
                    defaultChecked={(typed(reply, name('label')) ?? 'Home') === value}
                  />
                  <span>{value}</span>
                </label>
              ))}
            </div>
          </fieldset>
        </>
      ) : null}
    </div>
  )
}
