import { m } from '~/language/messages'
import { Field } from '~/ui/field'
import type { ShopField } from '~/ui/shop-form.server'

/** The field for the code of the second factor, once a refusal has asked for it: few accounts have one. */
export function AppCodeField({ field }: { field: ShopField }) {
  if (!field.error && !field.typed) return null
  return <Field field={field} label={m.account_app_code()} inputMode="numeric" autoComplete="one-time-code" dir="ltr" />
}
