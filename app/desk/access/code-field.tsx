import { Field } from '~/ui/field'
import type { ShopField } from '~/ui/shop-form.server'

/** The field for a code of the authenticator app. */
export function CodeField({ field }: { field: ShopField }) {
  return (
    <Field
      field={{ ...field, typed: undefined, constraint: { required: true } }}
      label="Code of your authenticator app"
      hint="Six digits, new every half minute."
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
    />
  )
}
