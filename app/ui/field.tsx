import type { InputHTMLAttributes } from 'react'
import type { ShopField } from './shop-form.server'

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'name'> {
  field: ShopField
  label: string
  hint?: string
  /** Takes the whole row where fields stand two by two. */
  whole?: boolean
}

/**
 * A labelled input with its hint and its error, keeping what was typed; the first that is wrong takes the focus. The error goes once
 * the field is edited. A password can be shown where scripts run (platform/hydration/page-enhancements.ts).
 */
export function Field({ field, label, hint, whole = false, defaultValue, ...input }: FieldProps) {
  const { id, name, error, hintId, errorId, typed, constraint, takesFocus } = field
  const { minLength, maxLength, ...asked } = constraint
  // A date has no length (HTML, the `minlength` attribute).
  const lengths = input.type === 'date' ? {} : { minLength, maxLength }
  const about = [hint ? hintId : '', error ? errorId : ''].filter(Boolean).join(' ')
  const control = (
    <input
      id={id}
      name={name}
      dir="auto"
      {...asked}
      {...lengths}
      defaultValue={input.type === 'password' ? undefined : (typed ?? defaultValue)}
      aria-invalid={error ? true : undefined}
      aria-describedby={about || undefined}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first invalid field takes the focus of a refused form
      autoFocus={takesFocus || undefined}
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
            Show <span className="hidden-visually">{label}</span>
          </button>
        </span>
      ) : (
        control
      )}
      <FieldError field={field} />
    </div>
  )
}

/** What is wrong with a field, at the field. */
export function FieldError({ field: { error, errorId } }: { field: ShopField }) {
  return error ? (
    <span className="error" id={errorId}>
      {error}
    </span>
  ) : null
}
