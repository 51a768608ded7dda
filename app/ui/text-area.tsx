import type { TextareaHTMLAttributes } from 'react'
import { FieldError } from './field'
import { fieldState } from './field-state'
import type { ShopField } from './shop-form.server'

interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'name'> {
  field: ShopField
  label: string
}

/** A labelled multi-line text field with its error and submitted value. */
export function TextArea({ field, label, defaultValue, ...area }: TextAreaProps) {
  const { id, name, typed, constraint } = field
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
        {...fieldState(field)}
        {...area}
      />
      <FieldError field={field} />
    </div>
  )
}
