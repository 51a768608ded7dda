import { m } from '~/language/messages'
import type { RequestContext } from '~/platform/context.server'
import { invalid, parseForm, tooMany, type ParsedForm } from '~/platform/http/forms.server'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { succeed } from '~/platform/result'
import type { Shopper } from '~/platform/supabase/session.server'
import { changeEmailSchema, changePasswordSchema, deleteAccountSchema } from './account.schema'
import { changeEmail } from './account.server'
import { deleteAccount, mailDeletionCode } from './deletion.server'
import { endSession } from './sign-in/browser-session.server'
import { CODE_MAILS, REAUTHENTICATIONS } from './limits.server'
import { changePassword } from './password/password.server'
import type { AccountResult } from './refusal'
import { refusedOrAsked } from './second-factor.server'

export const settingsActions = { password, email, everywhere, code, delete: remove }

const HERE = '/profile/account'

async function password(context: RequestContext, shopper: Shopper, fields: FormData) {
  const form = await parseForm(fields, changePasswordSchema)
  return withReauthentication(context, shopper, form, async (passwords) => {
    const session = await changePassword(context, shopper, passwords)
    if (!session.ok) return session
    await context.limits.forget(REAUTHENTICATIONS, keyOf.shopper(shopper))
    context.sendCookie(await context.sessions.start(session.value, shopper.isPersistent))
    return succeed(await context.flashes.success(HERE, m.account_password_set()))
  })
}

async function email(context: RequestContext, shopper: Shopper, fields: FormData) {
  const form = await parseForm(fields, changeEmailSchema)
  return withReauthentication(context, shopper, form, async (change) => {
    const session = await changeEmail(context, shopper, change)
    if (!session.ok) return session
    context.sendCookie(await context.sessions.start(session.value, shopper.isPersistent))
    const { email } = change
    return succeed(await context.flashes.info(HERE, m.account_open_both_links({ email, current: shopper.email })))
  })
}

async function everywhere(context: RequestContext, shopper: Shopper) {
  const isDone = await context.sessions.signOut(shopper, 'global')
  await endSession(context)
  // This browser is logged out even if Auth didn't respond.
  if (!isDone) return context.flashes.error('/login', m.account_others_logged_in())
  return context.flashes.success('/', m.account_logged_out_everywhere())
}

async function code(context: RequestContext, shopper: Shopper) {
  const wait = await context.limits.take(CODE_MAILS, keyOf.email(shopper.email))
  if (wait !== null) return context.flashes.error(HERE, limitMessage(wait))
  const mailed = await mailDeletionCode(context, shopper)
  if (!mailed.ok) return context.flashes.error(HERE, mailed.refusal.message)
  return context.flashes.info(HERE, m.account_code_mailed_to({ email: shopper.email }))
}

async function remove(context: RequestContext, shopper: Shopper, fields: FormData) {
  const form = await parseForm(fields, deleteAccountSchema)
  return withReauthentication(context, shopper, form, async (answers) => {
    const deleted = await deleteAccount(context, shopper, answers)
    if (!deleted.ok) return deleted
    await endSession(context)
    return succeed(await context.flashes.success('/', m.account_deleted()))
  })
}

/** Runs an action whose form holds the shopper's password, within the rate limit. Shows a refusal in the form. */
async function withReauthentication<Value>(
  context: RequestContext,
  shopper: Shopper,
  form: ParsedForm<Value>,
  act: (value: Value) => Promise<AccountResult<Response>>,
) {
  if (!form.ok) return invalid(form)
  const wait = await context.limits.take(REAUTHENTICATIONS, keyOf.shopper(shopper))
  if (wait !== null) return tooMany(form, wait)
  const result = await act(form.value)
  return result.ok ? result.value : refusedOrAsked(form, result.refusal)
}
