import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData } from '@remix-run/react'
import { redirectTo, type RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { deskPage } from '../desk-page'
import { staffPasswordSchema } from './access.schema'
import { DoorPage, NewPasswordField } from './door-page'
import { choosePassword, findStart, finishSignIn, type Start } from './sign-in.server'

export const { handle, meta, headers } = deskPage('A longer password', { styles: ['forms', 'desk'] })

/** Returns the sign-in that waits for a longer password, or throws a redirect to the sign-in page. */
async function requireStart(context: RequestContext, request: Request): Promise<Start> {
  const start = await findStart(context, request)
  if (start?.short === 'next') return start
  throw redirectTo('/desk/sign-in')
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStart(context, request)
  return null
}

export async function action({ request, context }: ActionFunctionArgs) {
  const start = await requireStart(context, request)
  const form = await parseForm(context.form, staffPasswordSchema)
  if (!form.ok) return invalid(form)
  const session = await choosePassword(context, start, form.value.password)
  if (!session.ok) return refused(form, session.refusal.message, session.refusal.status)
  return finishSignIn(context, start, session.value)
}

export default function LongerPassword() {
  const form = useShopForm('password', staffPasswordSchema, useActionData<typeof action>()?.form)
  return (
    <DoorPage title="A longer password">
      <form className="stack" {...form.props}>
        <ErrorSummary form={form} />
        <p>
          The desk can be reached from everywhere, so its passwords are longer. Please choose another one; it is that of
          your account too.
        </p>
        <NewPasswordField field={form.field('password')} />
        <button className="button button-wide">Set password and go on</button>
      </form>
    </DoorPage>
  )
}
