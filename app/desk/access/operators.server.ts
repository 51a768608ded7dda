import { isEmail } from '~/platform/email'
import type { Settings } from '~/platform/env.server'
import { openBackends, type Backend } from '~/platform/supabase/clients.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import {
  findAccount,
  hasInvitation,
  makeAccount,
  makeInvitation,
  type Account,
  type Role,
} from '../staff/accounts.server'
import { mailInvitation } from '../staff/staff-mails.server'
import { privateLink } from './door.server'

/** The options of `npm run operator`. */
export interface OperatorCommand {
  email: string
  isManager: boolean
  isRemoved: boolean
}

/**
 * Gives or takes the role of an account, or makes an account for an address without one and invites its owner, and records it. An
 * invitation that nobody has used is sent again. Returns what the command prints. Throws in words for the terminal.
 */
export async function changeOperator(
  settings: Settings,
  { email, isManager, isRemoved }: OperatorCommand,
): Promise<string> {
  const address = email.toLowerCase()
  if (!isEmail(address)) throw new Error('Say whom: npm run operator -- mail@shop.pk [--manager] [--remove]')
  const shop = { backends: openBackends(settings), settings }
  const service = serviceClient(shop, 'give and take roles')
  const known = await findAccount(service, address)
  if (!known && isRemoved) throw new Error(`Nobody has the address ${address}.`)
  const role: Role | null = isRemoved ? null : isManager ? 'manager' : 'operator'
  const account = known ?? (await makeAccount(service, address))
  if (role === null) {
    await record(service, account, role, 'The role was not taken')
    return `${address} can’t use the desk any more.`
  }
  const { error } = await service.auth.admin.updateUserById(account.id, { app_metadata: { role } })
  if (error) throw new Error(`The role was not changed: ${error.message}`, { cause: error })
  await record(service, account, role, 'The role is changed, but not recorded')
  const isInvited = !known || (await hasInvitation(service, account.id))
  if (isInvited)
    await mailInvitation(shop, { email: address, role, invitation: await makeInvitation(service, account.id) })
  return [
    `${address} is ${role === 'manager' ? 'a manager' : 'an operator'} now.`,
    ...(known ? [] : ['The account is new.']),
    ...(isInvited ? ['An invitation is mailed, with a link to choose a password within 24 hours.'] : []),
    `Sign in at ${privateLink(settings)}`,
    'The link is private: without having opened it, a browser finds nothing at /desk.',
  ].join('\n')
}

/** Records the role that an account has now. For null it is also taken, with all that goes with it, as at the desk. */
async function record(service: Backend, { id, role }: Account, given: Role | null, failed: string): Promise<void> {
  const { error } = await service.rpc('note_desk_role', {
    p_account: id,
    p_before: role ?? undefined,
    p_role: given ?? undefined,
  })
  if (error) throw new Error(`${failed}: ${error.message}`, { cause: error })
}
