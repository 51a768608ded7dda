import { z } from 'zod'
import type { Operator } from '../access/operator.server'

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
export async function readToday({ db }: Pick<Operator, 'db'>): Promise<z.infer<typeof todaySchema>> {
  const { data, error } = await db.rpc('desk_today')
  if (error) throw new Error(`Today not read: ${error.message}`, { cause: error })
  return todaySchema.parse(data)
}
