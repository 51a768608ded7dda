import type { ComponentProps } from 'react'
import { FieldError } from '~/ui/field'
import type { ShopField } from '~/ui/shop-form.server'
import type { EditField } from './edit-fields'

/** A field that a comparison leaves out. */
export function uncompared<Name extends string>(name: Name, input: EditField['input']): EditField<Name> {
  return { name, label: '', now: null, typed: () => '', input }
}

/** A file to upload, by default a picture. */
export function FileField({ field, label, ...input }: ComponentProps<'input'> & { field: ShopField; label: string }) {
  return (
    <div className="field">
      <label htmlFor={field.id}>{label}</label>
      <input
        id={field.id}
        name={field.name}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        aria-invalid={field.error ? true : undefined}
        aria-describedby={field.error ? field.errorId : undefined}
        {...input}
      />
      <FieldError field={field} />
    </div>
  )
}
