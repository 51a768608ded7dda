import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { staffPasswordSchema } from '../access/access.schema'
import { DoorPage, NewPasswordField } from '../access/door-page'
import { invitationOf, openDoor } from '../access/door.server'
import { deskPage, found } from '../desk-page'
import { acceptInvitation, isInvitationOpen } from './invitations.server'

export const { handle, meta, headers } = deskPage('Your invitation to the desk', { styles: ['forms', 'desk'] })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const id = found(invitationOf(context.settings, new URL(request.url)))
  await openDoor(context)
  return { isOpen: await isInvitationOpen(context, id) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const id = found(invitationOf(context.settings, new URL(request.url)))
  const form = await parseForm(context.form, staffPasswordSchema)
  if (!form.ok) return invalid(form)
  const accepted = await acceptInvitation(context, id, form.value.password)
  if (!accepted.ok) return refused(form, accepted.refusal.message, accepted.refusal.status)
  return context.flashes.success('/desk/sign-in', `Your password is set. Sign in as ${accepted.value}.`)
}

export default function Invitation() {
  const { isOpen } = useLoaderData<typeof loader>()
  const form = useShopForm('invitation', staffPasswordSchema, useActionData<typeof action>()?.form)
  return (
    <DoorPage title="Your invitation to the desk">
      {isOpen ? (
        <form className="stack" {...form.props}>
          <ErrorSummary form={form} />
          <p>Choose the password that you sign in with. Then sign in, and have your phone at hand.</p>
          <NewPasswordField field={form.field('password')} />
          <button className="button button-wide">Set password</button>
        </form>
      ) : (
        <>
          <ErrorSummary form={form} />
          <p>This link has been used, or it is too old. A manager can send you another.</p>
          <p>
            <a href="/desk/sign-in">Sign in to the desk</a>
          </p>
        </>
      )}
    </DoorPage>
  )
}
