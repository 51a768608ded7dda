import { m } from '~/language/messages'
import type { InputHTMLAttributes, SelectHTMLAttributes } from 'react'
import { fieldState } from './field-state'
import type { ShopField } from './shop-form.server'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name'> {
  field: ShopField
  label: string
  hint?: string
  /** Takes the whole row of a grid with two columns. */
  whole?: boolean
}

/**
 * A labelled input with its hint, error and submitted value. The first invalid field takes the focus. Scripts remove the error when the
 * field is edited, and can show a password (platform/hydration/page-enhancements.ts).
 */
export function Field({ field, label, hint, whole = false, defaultValue, ...input }: FieldProps) {
  const { id, name, hintId, typed, constraint } = field
  const { minLength, maxLength, ...asked } = constraint
  // A date has no length (HTML, the `minlength` attribute).
  const lengths = input.type === 'date' ? {} : { minLength, maxLength }
  const control = (
    <input
      id={id}
      name={name}
      dir="auto"
      {...asked}
      {...lengths}
      defaultValue={input.type === 'password' ? undefined : (typed ?? defaultValue)}
      {...fieldState(field, hint !== undefined)}
      {...input}
    />
  )
  return (
    <div className={whole ? 'field whole' : 'field'}>
      <label htmlFor={id}>{label}</label>{' '}
      {hint ? (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      ) : null}
      {input.type === 'password' ? (
        <span className="password">
          {control}
          <button type="button" className="link" data-shows={id} hidden>
            {m.ui_show()} <span className="hidden-visually">{label}</span>
          </button>
        </span>
      ) : (
        control
      )}
      <FieldError field={field} />
    </div>
  )
}

interface SelectFieldProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'name'> {
  field: ShopField
  label: string
  /** Left out beside an error, which says more. */
  hint?: string
  options: readonly string[]
  /** Returns what is shown for an option; left out, it is the option itself. */
  named?: (option: string) => string
  /** Returns what styles know an option as. */
  marked?: (option: string) => string | undefined
  whole?: boolean
}

/** A labelled choice of texts with its error and submitted value. */
export function SelectField({
  field,
  label,
  hint,
  options,
  named,
  marked,
  whole = false,
  defaultValue,
  ...select
}: SelectFieldProps) {
  const { id, name, error, hintId, typed } = field
  return (
    <div className={whole ? 'field whole' : 'field'}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        name={name}
        defaultValue={typed ?? defaultValue}
        {...fieldState(field, Boolean(hint) && !error)}
        {...select}
      >
        {options.map((option) => (
          <option key={option} value={option} data-mark={marked?.(option)}>
            {named?.(option) ?? option}
          </option>
        ))}
      </select>
      {hint && !error ? (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      ) : null}
      <FieldError field={field} />
    </div>
  )
}

export function FieldError({ field: { error, errorId } }: { field: ShopField }) {
  return error ? (
    <span className="error" id={errorId}>
      {error}
    </span>
  ) : null
}
