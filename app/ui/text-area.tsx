import type { TextareaHTMLAttributes } from 'react'
import { FieldError } from './field'
import type { ShopField } from './shop-form.server'

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'name'> {
  field: ShopField
  label: string
}

/** A labelled multi-line text field with its error and submitted value. */
export function TextArea({ field, label, defaultValue, ...area }: TextAreaProps) {
  const { id, name, error, errorId, typed, constraint, takesFocus } = field
  return (
    <div className="field whole">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={5}
        dir="auto"
        required={constraint.required}
        maxLength={constraint.maxLength}
        defaultValue={typed ?? defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first invalid field takes the focus of a refused form
        autoFocus={takesFocus || undefined}
        {...area}
      />
      <FieldError field={field} />
    </div>
  )
}
