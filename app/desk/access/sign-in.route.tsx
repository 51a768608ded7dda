import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { accountKey, forgetGuesses, takeGuess } from '~/account/sign-in/guesses.server'
import { guessOf } from '~/account/sign-in/known-browser.server'
import { LOGINS_PER_NETWORK } from '~/account/limits.server'
import { redirectTo } from '~/platform/context.server'
import { invalid, parseForm, refused, tooMany } from '~/platform/http/forms.server'
import { keyOf } from '~/platform/rate-limits.server'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { deskPage } from '../desk-page'
import { signInSchema } from './access.schema'
import { DoorPage } from './door-page'
import { openDoor } from './door.server'
import { DESK_SIGN_INS } from './limits.server'
import { deskPath, findOperator } from './operator.server'
import { checkPassword, rememberStart } from './sign-in.server'

export const { handle, meta, headers } = deskPage('Sign in to the desk', { styles: ['forms', 'desk'] })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url)
  // The pipeline lets in only the right key, or a browser that has used it before. The key shall not stay in the address.
  await openDoor(context)
  if (searchParams.has('key')) throw redirectTo('/desk/sign-in')
  const to = deskPath(searchParams.get('to'))
  if (await findOperator(context, request)) throw redirectTo(to)
  return { to }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, signInSchema)
  if (!form.ok) return invalid(form)
  const guess = await guessOf(context, request, accountKey(form.value.email))
  const wait =
    (await context.limits.take(LOGINS_PER_NETWORK, keyOf.network(context))) ??
    (await takeGuess(context, DESK_SIGN_INS, guess))
  if (wait !== null) return tooMany(form, wait)
  const start = await checkPassword(context, { ...form.value, to: deskPath(form.value.to) })
  if (!start.ok) return refused(form, start.refusal.message, start.refusal.status)
  await forgetGuesses(context, DESK_SIGN_INS, guess)
  await rememberStart(context, start.value)
  return redirectTo('/desk/sign-in/code')
}

export default function SignIn() {
  const { to } = useLoaderData<typeof loader>()
  const form = useShopForm('sign-in', signInSchema, useActionData<typeof action>()?.form)
  return (
    <DoorPage title="Sign in to the desk">
      <form className="stack" {...form.props}>
        <ErrorSummary form={form} />
        <input type="hidden" name="to" value={to} />
        <Field field={form.field('email')} label="E-mail" type="email" autoComplete="username" autoCapitalize="none" />
        <Field field={form.field('password')} label="Password" type="password" autoComplete="current-password" />
        <button className="button button-wide">Go on</button>
      </form>
    </DoorPage>
  )
}
