import type { ComponentProps } from 'react'
import { FieldError } from '~/ui/field'
import { fieldState } from '~/ui/field-state'
import type { ShopField } from '~/ui/shop-form.server'

export type Options = readonly (readonly [value: string, name: string])[]

export const optionsOf = (rows: readonly { id: string; name: string }[]): Options =>
  rows.map(({ id, name }) => [id, name])

/** The options of a choice. `none` are the words for no choice; without them there has to be one. */
export function OptionList({ none, options }: { none?: string; options: Options }) {
  return (
    <>
      {none === undefined ? null : <option value="">{none}</option>}
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </>
  )
}

interface ChoiceFieldProps {
  field: ShopField
  label: string
  none?: string
  options: Options
  defaultValue?: string
}

export function ChoiceField({ field, label, none, options, defaultValue = '' }: ChoiceFieldProps) {
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      <select id={field.id} name={field.name} defaultValue={field.typed ?? defaultValue} {...fieldState(field)}>
        <OptionList none={none} options={options} />
      </select>
      <FieldError field={field} />
    </div>
  )
}

export function FileField({ field, label, ...input }: ComponentProps<'input'> & { field: ShopField; label: string }) {
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      <input
        id={field.id}
        name={field.name}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        {...fieldState(field)}
        {...input}
      />
      <FieldError field={field} />
    </div>
  )
}
