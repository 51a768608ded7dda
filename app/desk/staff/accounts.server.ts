import { randomUUID } from 'node:crypto'
import type { Backend } from '~/platform/supabase/clients.server'

export type Role = 'operator' | 'manager'

/** An account that has or gets a role at the desk. */
export interface Account {
  id: string
  role: Role | null
}

const roleOf = (metadata: Record<string, unknown>): Role | null =>
  metadata.role === 'operator' || metadata.role === 'manager' ? metadata.role : null

export async function findAccount(service: Backend, email: string): Promise<Account | null> {
  const { data, error } = await service.from('profiles').select('id').eq('email', email).maybeSingle()
  if (error) throw new Error(`The account was not found: ${error.message}`, { cause: error })
  if (!data) return null
  const { data: found, error: problem } = await service.auth.admin.getUserById(data.id)
  if (problem) throw new Error(`The account was not read: ${problem.message}`, { cause: problem })
  return { id: data.id, role: roleOf(found.user.app_metadata) }
}

/** Makes an account without a password that anybody knows. */
export async function makeAccount(service: Backend, email: string): Promise<Account> {
  const { data, error } = await service.auth.admin.createUser({ email, email_confirm: true })
  if (error) throw new Error(`The account was not made: ${error.message}`, { cause: error })
  return { id: data.user.id, role: null }
}

/** Makes an invitation, for the command on the server. Returns its ID. */
export async function makeInvitation(service: Backend, person: string): Promise<string> {
  const id = randomUUID()
  const { error } = await service
    .from('desk_invitations')
    .upsert({ person, id, sent_at: new Date().toISOString() }, { onConflict: 'person' })
  if (error) throw new Error(`The invitation was not made: ${error.message}`, { cause: error })
  return id
}

/** Whether somebody was invited who hasn't used the invitation. */
export async function hasInvitation(service: Backend, person: string): Promise<boolean> {
  const { data, error } = await service.from('desk_invitations').select('id').eq('person', person).maybeSingle()
  if (error) throw new Error(`The invitation was not read: ${error.message}`, { cause: error })
  return data !== null
}
