import { PASSWORD_PAGE } from '~/account/mail-links'
import { isEmail } from '~/platform/email'
import type { Settings } from '~/platform/env.server'
import { openBackends, type Backend } from '~/platform/supabase/clients.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { privateLink } from './door.server'

type Role = 'operator' | 'manager'

/** The options of `npm run operator`. */
export interface OperatorCommand {
  email: string
  isManager: boolean
  isRemoved: boolean
}

/**
 * Gives or takes the role of an account, or makes an account for an address without one, and records it. Returns what the command
 * prints. Throws in words for the terminal.
 */
export async function changeOperator(
  settings: Settings,
  { email, isManager, isRemoved }: OperatorCommand,
): Promise<string> {
  const address = email.toLowerCase()
  if (!isEmail(address)) throw new Error('Say whom: npm run operator -- mail@shop.pk [--manager] [--remove]')
  const backends = openBackends(settings)
  const service = serviceClient({ backends }, 'give and take roles')
  const known = await findAccount(service, address)
  if (!known && isRemoved) throw new Error(`Nobody has the address ${address}.`)
  const role: Role | null = isRemoved ? null : isManager ? 'manager' : 'operator'
  const account = known ?? (await makeAccount(service, address))
  const { error } = await service.auth.admin.updateUserById(account.id, { app_metadata: { role } })
  if (error) throw new Error(`The role was not changed: ${error.message}`, { cause: error })
  await record(service, account, role)
  if (role === null) return `${address} can’t use the desk any more.`
  if (!known) await mailPasswordLink(settings, service, address)
  return [
    `${address} is ${role === 'manager' ? 'a manager' : 'an operator'} now.`,
    ...(known ? [] : ['The account is new: a link to set its password is mailed.']),
    `Sign in at ${privateLink(settings)}`,
    'The link is private: without having opened it, a browser finds nothing at /desk.',
  ].join('\n')
}

interface Account {
  id: string
  role: Role | null
}

const roleOf = (metadata: Record<string, unknown>): Role | null =>
  metadata.role === 'operator' || metadata.role === 'manager' ? metadata.role : null

async function findAccount(service: Backend, email: string): Promise<Account | null> {
  const { data, error } = await service.from('profiles').select('id').eq('email', email).maybeSingle()
  if (error) throw new Error(`The account was not found: ${error.message}`, { cause: error })
  if (!data) return null
  const { data: found, error: problem } = await service.auth.admin.getUserById(data.id)
  if (problem) throw new Error(`The account was not read: ${problem.message}`, { cause: problem })
  return { id: data.id, role: roleOf(found.user.app_metadata) }
}

async function makeAccount(service: Backend, email: string): Promise<Account> {
  const { data, error } = await service.auth.admin.createUser({ email, email_confirm: true })
  if (error) throw new Error(`The account was not made: ${error.message}`, { cause: error })
  return { id: data.user.id, role: null }
}

async function mailPasswordLink({ PUBLIC_URL }: Settings, service: Backend, email: string): Promise<void> {
  const { error } = await service.auth.resetPasswordForEmail(email, { redirectTo: PUBLIC_URL + PASSWORD_PAGE })
  if (error) throw new Error(`The link was not mailed: ${error.message}. Use “Forget Password?”.`, { cause: error })
}

async function record(service: Backend, { id, role }: Account, given: Role | null): Promise<void> {
  const { error } = await service.rpc('note_desk_role', {
    p_account: id,
    p_before: role ?? undefined,
    p_role: given ?? undefined,
  })
  if (error) throw new Error(`The role is changed, but not recorded: ${error.message}`, { cause: error })
}
