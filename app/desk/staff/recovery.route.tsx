import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { accountKey, forgetGuesses, takeGuess } from '~/account/sign-in/guesses.server'
import { guessOf } from '~/account/sign-in/known-browser.server'
import { redirectTo, type RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused, tooMany } from '~/platform/http/forms.server'
import { counted } from '~/platform/text'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { recoverySchema } from '../access/access.schema'
import { DoorPage } from '../access/door-page'
import { DESK_CODES } from '../access/limits.server'
import { findStart, rememberStart, type Start } from '../access/sign-in.server'
import { deskPage } from '../desk-page'
import { useRecoveryCode } from './recovery-codes.server'

export const { handle, meta, headers } = deskPage('Use a recovery code', { styles: ['forms', 'desk'] })

/** Returns the sign-in that waits for the code of a factor in use, or throws a redirect to the sign-in page. */
async function requireStart(context: RequestContext, request: Request): Promise<Start> {
  const start = await findStart(context, request)
  if (!start) throw redirectTo('/desk/sign-in')
  if (start.secret) throw redirectTo('/desk/sign-in/code')
  return start
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStart(context, request)
  return null
}

export async function action({ request, context }: ActionFunctionArgs) {
  const start = await requireStart(context, request)
  const form = await parseForm(context.form, recoverySchema)
  if (!form.ok) return invalid(form)
  const guess = await guessOf(context, request, accountKey(start.email))
  const wait = await takeGuess(context, DESK_CODES, guess)
  if (wait !== null) return tooMany(form, wait)
  const used = await useRecoveryCode(context, start, form.value.code)
  if (!used.ok) return refused(form, used.refusal.message, used.refusal.status)
  await forgetGuesses(context, DESK_CODES, guess)
  await rememberStart(context, used.value.start)
  const { left } = used.value
  const words = `The recovery code is used; ${counted(left, 'code')} ${left === 1 ? 'is' : 'are'} left.`
  return context.flashes.success('/desk/sign-in/code', `${words} Now add the desk to the app of your new phone.`)
}

export default function Recovery() {
  const form = useShopForm('recovery', recoverySchema, useActionData<typeof action>()?.form)
  return (
    <DoorPage title="Use a recovery code">
      <form className="stack" {...form.props}>
        <ErrorSummary form={form} />
        <p>It removes the phone that you had. The next page then adds your new one.</p>
        <Field
          field={{ ...form.field('code'), typed: undefined, constraint: { required: true } }}
          label="Recovery code"
          hint="One of the ten that you saved, such as abcde‑23456."
          autoComplete="off"
          autoCapitalize="none"
          dir="ltr"
        />
        <button className="button button-wide">Use the code</button>
      </form>
      <p>No code either? A manager can remove your phone under Operators and managers.</p>
      <p>
        <a href="/desk/sign-in/code">Back to the code of your app</a>
      </p>
    </DoorPage>
  )
}
