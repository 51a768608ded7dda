import type { RequestContext } from '~/platform/context.server'
import { invalid, parseForm, refused } from '~/platform/forms.server'
import { limitMessage } from '~/platform/limits.server'
import type { Shopper } from '~/platform/session.server'
import { ChangePasswordForm, DeleteAccountForm } from './account.schema'
import { AccountProblem, changePassword, deleteAccount } from './account.server'

/** What a shopper may do to their own account, by a form's `intent`. */
export const settingsActions = { password, everywhere, delete: remove }

/** Whether a posted value names one of them. */
export function isSettingsIntent(intent: unknown): intent is keyof typeof settingsActions {
  return typeof intent === 'string' && Object.hasOwn(settingsActions, intent)
}

async function password(context: RequestContext, shopper: Shopper, fields: FormData) {
  const form = await parseForm(fields, ChangePasswordForm)
  if (!form.ok) return invalid(form)
  const wait = context.limits.take('login', shopper.id)
  if (wait !== null) return refused(form, limitMessage(wait), 429, { 'Retry-After': String(wait) })
  try {
    const session = await changePassword(context, shopper, form.value.present, form.value.password)
    context.limits.forget('login', shopper.id)
    context.sendCookie(await context.sessions.start(session, true))
    return await context.flashes.success('/profile/account', 'Your new password is set.')
  } catch (error) {
    if (error instanceof AccountProblem) return refused(form, error.message, error.status)
    throw error
  }
}

async function everywhere(context: RequestContext, shopper: Shopper) {
  await context.sessions.signOut(shopper, 'global')
  context.sendCookie(await context.sessions.end())
  return context.flashes.success('/', 'You are logged out everywhere.')
}

async function remove(context: RequestContext, shopper: Shopper, fields: FormData) {
  const form = await parseForm(fields, DeleteAccountForm)
  if (!form.ok) return invalid(form)
  const wait = context.limits.take('login', shopper.id)
  if (wait !== null) return refused(form, limitMessage(wait), 429, { 'Retry-After': String(wait) })
  try {
    await deleteAccount(context, shopper, form.value.confirmation)
  } catch (error) {
    if (error instanceof AccountProblem) return refused(form, error.message, error.status)
    throw error
  }
  context.sendCookie(await context.sessions.end())
  return context.flashes.success('/', 'Your account is deleted.')
}
