import type { ReactNode } from 'react'
import { FieldError } from './field'
import type { ShopField } from './shop-form.server'

interface RadioGroupProps {
  field: ShopField
  legend: string
  options: { value: string; label: ReactNode }[]
  defaultValue?: string
  className?: string
  /** How the options stand. */
  choices?: string
}

/** One choice of several with its error, keeping what was chosen; the error goes once something is chosen. */
export function RadioGroup({ field, legend, options, defaultValue, className, choices = 'size' }: RadioGroupProps) {
  const { id, name, error, errorId, typed, takesFocus } = field
  const chosen = typed ?? defaultValue
  return (
    <fieldset id={id} className={className} aria-describedby={error ? errorId : undefined}>
      <legend>{legend}</legend>
      <div className={`choices ${choices}`}>
        {options.map(({ value, label }, place) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={chosen === value}
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first invalid field takes the focus of a refused form
              autoFocus={(takesFocus && place === 0) || undefined}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      <FieldError field={field} />
    </fieldset>
  )
}
