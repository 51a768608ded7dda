import { z } from 'zod'
import { type Desk, read } from '../database.server'

const waitingSchema = z.object({ count: z.number(), since: z.string().nullable() })
/** How many wait, and since when the oldest one has been waiting. */
export type Waiting = z.infer<typeof waitingSchema>

/** What may wait for somebody, by the names of the database function `desk_today`. */
export const WAITING = [
  'confirm',
  'pack',
  'ship',
  'stale',
  'refunds',
  'returns',
  'chats',
  'contact',
  'stock',
  'mails',
] as const
const todaySchema = z.object(
  Object.fromEntries(WAITING.map((name) => [name, waitingSchema])) as Record<
    (typeof WAITING)[number],
    typeof waitingSchema
  >,
)

/** Returns what waits for somebody. */
export function readToday({ db }: Desk): Promise<z.infer<typeof todaySchema>> {
  return read(db, 'desk_today', {}, todaySchema)
}
