import { z } from 'zod'
import { isId } from '../desk-page'
import type { Desk } from '../desk.server'
import { numbers, texts } from '../rows'

const changeSchema = z.object({
  ...numbers('id'),
  ...texts('made_at', 'actor_email', 'action', 'subject_kind', 'subject_id'),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
})
export type Change = z.infer<typeof changeSchema>

/** Which changes to list; empty texts stand for all. */
export interface ChangeFilter {
  who: string
  kind: string
  subject: string
  /** Changes before this one, for the next page. */
  before: number | null
}

export const CHANGES_PER_PAGE = 50

/** Returns the ID of the latest change of anything, or 0. */
export async function latestChange({ db }: Desk): Promise<number> {
  const { data, error } = await db.from('desk_audit').select('id').order('id', { ascending: false }).limit(1)
  if (error) throw new Error(`No latest change: ${error.message}`, { cause: error })
  return data[0]?.id ?? 0
}

export function listChanges(desk: Desk, kind: string, subject = ''): Promise<Change[]> {
  return searchChanges(desk, { who: '', kind, subject, before: null })
}

/** Returns the names of the products in the shop that changes are about, by their IDs. */
export async function productNames({ db }: Desk, changes: readonly Change[]): Promise<Record<string, string>> {
  const ids = new Set(changes.flatMap(({ subject_kind: kind, subject_id: id }) => (kind === 'product' ? id : [])))
  if (ids.size === 0) return {}
  const { data, error } = await db
    .from('products')
    .select('id, name')
    .in('id', [...ids].filter(isId))
  if (error) throw new Error(`No names of products: ${error.message}`, { cause: error })
  return Object.fromEntries(data.map(({ id, name }) => [id, name]))
}

/** Returns changes, latest first; one more than a page shows if there are more. */
export async function searchChanges({ db }: Desk, { who, kind, subject, before }: ChangeFilter): Promise<Change[]> {
  let query = db
    .from('desk_audit')
    .select('id, made_at, actor_email, action, subject_kind, subject_id, before, after')
    .order('id', { ascending: false })
    .limit(CHANGES_PER_PAGE + 1)
  if (who) query = query.eq('actor_email', who)
  if (kind) query = query.eq('subject_kind', kind)
  if (subject) query = query.eq('subject_id', subject)
  if (before !== null) query = query.lt('id', before)
  const { data, error } = await query
  if (error) throw new Error(`No changes: ${error.message}`, { cause: error })
  return z.array(changeSchema).parse(data)
}
