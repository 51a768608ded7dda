import { FieldError } from '~/ui/field'
import type { ShopField } from '~/ui/shop-form.server'

interface ChoiceFieldProps {
  field: ShopField
  label: string
  /** The words for no choice. */
  none: string
  /** Values with their names. */
  options: readonly (readonly [string, string])[]
  defaultValue?: string
}

/** A labelled choice of values that have names, or of none. */
export function ChoiceField({ field, label, none, options, defaultValue = '' }: ChoiceFieldProps) {
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      <select
        id={field.id}
        name={field.name}
        defaultValue={field.typed ?? defaultValue}
        aria-invalid={field.error ? true : undefined}
        aria-describedby={field.error ? field.errorId : undefined}
      >
        <option value="">{none}</option>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <FieldError field={field} />
    </div>
  )
}
