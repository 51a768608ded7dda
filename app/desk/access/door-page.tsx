import type { ReactNode } from 'react'
import { STAFF_PASSWORD_LENGTH } from '~/account/password/staff-password'
import { Field } from '~/ui/field'
import { Flower } from '~/ui/icon'
import type { ShopField } from '~/ui/shop-form.server'
import { DeskMessage } from '../desk-message'

/** A page of the sign-in, without the desk's navigation. */
export function DoorPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" className="wrap section stack">
      <div className="account">
        <DeskMessage />
        <div className="account-head">
          <Flower large />
          <h1>{title}</h1>
        </div>
        {children}
      </div>
    </main>
  )
}

export function NewPasswordField({ field }: { field: ShopField }) {
  return (
    <Field
      field={field}
      label="New password"
      type="password"
      autoComplete="new-password"
      hint={`At least ${STAFF_PASSWORD_LENGTH} characters: four words are easier to remember than signs.`}
    />
  )
}

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
