import type { ReactNode } from 'react'
import { FieldError } from './field'
import { refusal } from './field-state'
import type { ShopField } from './shop-form.server'

interface RadioGroupProps {
  field: ShopField
  legend: string
  options: { value: string; label: ReactNode }[]
  defaultValue?: string
  className?: string
  /** The CSS class for the layout of the options. */
  choices?: string
}

/** A group of radio buttons with its error and submitted value. Scripts remove the error after a choice. */
export function RadioGroup({ field, legend, options, defaultValue, className, choices = 'size' }: RadioGroupProps) {
  const { id, name, error, typed, takesFocus } = field
  const chosen = typed ?? defaultValue
  return (
    <fieldset
      id={id}
      className={error ? `${className ?? ''} refused` : className}
      // A group alone can't be invalid (ARIA).
      role={error ? 'radiogroup' : undefined}
      {...refusal(field)}
    >
      <legend>{legend}</legend>
      <div className={`choices ${choices}`}>
        {options.map(({ value, label }, index) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={chosen === value}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first invalid field takes the focus of a refused form
              autoFocus={(takesFocus && index === 0) || undefined}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <FieldError field={field} />
    </fieldset>
  )
}
