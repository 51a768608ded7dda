import { redirectTo, type RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused, tooMany, type ParsedForm } from '~/platform/http/forms.server'
import { limitMessage } from '~/platform/rate-limits.server'
import type { Shopper } from '~/platform/supabase/session.server'
import { ChangeEmailForm, ChangePasswordForm, DeleteAccountForm } from './account.schema'
import { AccountProblem, changeEmail, changePassword, deleteAccount, mailDeletionCode } from './account.server'
import { leave } from './enter.server'

/** What a shopper may do to their own account, by a form's `intent`. */
export const settingsActions = { password, email, everywhere, code, delete: remove }

/** Whether a posted value names one of them. */
export function isSettingsIntent(intent: unknown): intent is keyof typeof settingsActions {
  return typeof intent === 'string' && Object.hasOwn(settingsActions, intent)
}

const HERE = '/profile/account'

async function password(context: RequestContext, shopper: Shopper, fields: FormData) {
  const form = await parseForm(fields, ChangePasswordForm)
  return withProof(context, shopper, form, async ({ present, password }) => {
    const session = await changePassword(context, shopper, present, password)
    await context.limits.forget('login', shopper.id)
    context.sendCookie(await context.sessions.start(session, shopper.isKept))
    return context.flashes.success(HERE, 'Your new password is set.')
  })
}

async function email(context: RequestContext, shopper: Shopper, fields: FormData) {
  const form = await parseForm(fields, ChangeEmailForm)
  return withProof(context, shopper, form, async ({ email, confirmation }) => {
    await changeEmail(context, shopper, confirmation, email)
    return context.flashes.info(HERE, `Almost there: open the link that we mailed to ${email}.`)
  })
}

async function everywhere(context: RequestContext, shopper: Shopper) {
  await context.sessions.signOut(shopper, 'global')
  await leave(context)
  return context.flashes.success('/', 'You are logged out everywhere.')
}

async function code(context: RequestContext, shopper: Shopper) {
  const wait = await context.limits.take('resend', shopper.email)
  if (wait !== null) return context.flashes.error(HERE, limitMessage(wait))
  try {
    await mailDeletionCode(context, shopper)
  } catch (error) {
    if (error instanceof AccountProblem) return context.flashes.error(HERE, error.message)
    throw error
  }
  return context.flashes.info(HERE, `We mailed a code to ${shopper.email}.`)
}

async function remove(context: RequestContext, shopper: Shopper, fields: FormData) {
  const form = await parseForm(fields, DeleteAccountForm)
  return withProof(context, shopper, form, async ({ proof }) => {
    await deleteAccount(context, shopper, proof)
    await leave(context)
    return context.flashes.success('/', 'Your account is deleted.')
  })
}

/** Does what the form asks for, with few tries at the password in it; a refusal of Auth goes back to the form. */
async function withProof<Value>(
  context: RequestContext,
  shopper: Shopper,
  form: ParsedForm<Value>,
  act: (value: Value) => Promise<ReturnType<typeof redirectTo>>,
) {
  if (!form.ok) return invalid(form)
  const wait = await context.limits.take('login', shopper.id)
  if (wait !== null) return tooMany(form, wait)
  try {
    return await act(form.value)
  } catch (error) {
    if (error instanceof AccountProblem) return refused(form, error.message, error.status)
    throw error
  }
}
