import type { TextareaHTMLAttributes } from 'react'
import { FieldError } from './field'
import { fieldState } from './field-state'
import type { ShopField } from './shop-form.server'

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'name'> {
  field: ShopField
  label: string
  hint?: string
}

/** A labelled multi-line text field with its hint, error and submitted value. */
export function TextArea({ field, label, hint, defaultValue, ...area }: TextAreaProps) {
  const { id, name, hintId, typed, constraint } = field
  return (
    <div className="field whole">
      <label htmlFor={id}>{label}</label>{' '}
      {hint ? (
        <span className="hint" id={hintId}>
          {hint}
        </span>
      ) : null}
      <textarea
        id={id}
        name={name}
        rows={5}
        dir="auto"
        required={constraint.required}
        maxLength={constraint.maxLength}
        defaultValue={typed ?? defaultValue}
        {...fieldState(field, hint !== undefined)}
        {...area}
      />
      <FieldError field={field} />
    </div>
  )
}
