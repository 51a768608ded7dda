import { z } from 'zod'
import { refuseAccount, refuseByAuth, type AccountResult } from '~/account/refusal'
import { inBackground } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { refuse, succeed, type Result } from '~/platform/result'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { DAY } from '~/platform/time'
import { INVITATIONS } from '../access/limits.server'
import type { Operator } from '../access/operator.server'
import { change, make } from '../desk.server'
import type { DeskPerson } from '../people/people.server'
import { findAccount, makeAccount } from './accounts.server'
import { removeFactors } from './recovery-codes.server'
import { mailInvitation, mailLostPhone } from './staff-mails.server'

type Invited = Result<null, string>
type Staffing = Needs<'backends' | 'background' | 'limits' | 'settings' | Reporting>

/**
 * Gives a person a role (`desk_give_role`), with an account if they have none, and mails them. The database refuses it to anybody but a manager with a fresh
 * second factor, which the page asks for before an account is made.
 */
export async function invite(
  context: Staffing,
  { db }: Operator,
  { email, role }: { email: string; role: string },
): Promise<Invited> {
  const wait = await context.limits.take(INVITATIONS, keyOf.email(email))
  if (wait !== null) return refuse(limitMessage(wait))
  const service = serviceClient(context, 'invite to the desk')
  if (!(await findAccount(service, email))) await makeAccount(service, email)
  const invited = await make(db, 'desk_invite', { email, role })
  if (!invited.ok) return invited
  // None if they have signed in before, so they have a password.
  const invitation = invited.value || null
  inBackground(context, 'invitation not mailed', () => mailInvitation(context, { email, role, invitation }))
  return succeed(null)
}

/** Mails an invitation again, with a new link; the earlier one ends. */
export async function inviteAgain(
  context: Staffing,
  { db }: Operator,
  { id, email, role: account, desk_role: made }: DeskPerson,
): Promise<Invited> {
  const role = made ?? account
  const wait = await context.limits.take(INVITATIONS, keyOf.email(email))
  if (wait !== null) return refuse(limitMessage(wait))
  const invited = await make(db, 'desk_invite_again', { person: id })
  if (!invited.ok) return invited
  inBackground(context, 'invitation not mailed', () =>
    mailInvitation(context, { email, role, invitation: invited.value }),
  )
  return succeed(null)
}

/** Removes the second factor of a colleague whose phone is lost, ends their sessions, and mails them. */
export async function endLostPhone(context: Staffing, { db }: Operator, { id, email }: DeskPerson): Promise<Invited> {
  const ended = await change(db, 'desk_lost_phone', { person: id })
  if (!ended.ok) return ended
  await removeFactors(context, id)
  inBackground(context, 'lost phone not mailed', () => mailLostPhone(context, email))
  return succeed(null)
}

/** Whether an invitation can still be used. Doesn't use it, since mail scanners follow links. */
export async function isInvitationOpen(context: Needs<'backends'>, id: string): Promise<boolean> {
  const { data, error } = await serviceClient(context, 'invite to the desk')
    .from('desk_invitations')
    .select('person')
    .eq('id', id)
    .gt('sent_at', new Date(Date.now() - DAY).toISOString())
    .maybeSingle()
  if (error) throw new Error(`An invitation was not read: ${error.message}`, { cause: error })
  return data !== null
}

export async function acceptInvitation(
  context: Needs<'backends' | 'clientAddress'>,
  id: string,
  password: string,
): Promise<AccountResult<string>> {
  const service = serviceClient(context, 'invite to the desk')
  const { data, error } = await service.rpc('take_desk_invitation', { p_id: id })
  if (error) throw new Error(`An invitation was not used: ${error.message}`, { cause: error })
  if (data === null) return refuseAccount(USED)
  const { email, ...invitation } = takenSchema.parse(data)
  const set = await service.auth.admin.updateUserById(invitation.person, { password })
  if (!set.error) return succeed(email)
  const putBack = await service.from('desk_invitations').insert(invitation)
  if (putBack.error) throw new Error(`An invitation was lost: ${putBack.error.message}`, { cause: putBack.error })
  return refuseByAuth(set.error, 'The password could not be set.')
}

export const USED = 'This link has been used, or it is too old. A manager can send you another.'

const takenSchema = z.object({ person: z.guid(), email: z.string(), id: z.guid(), sent_at: z.string() })
