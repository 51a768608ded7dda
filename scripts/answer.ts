import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { readKeys } from '../sandbox/data-folder.ts'
import type { Database } from '../app/platform/supabase/database.types.ts'

/**
 * `npm run answer -- 'Your words'`: replies to the latest chat of the running sandbox by inserting a row, like a support agent
 * does in Studio. It uses PORT and SHOP_DATA like `npm start`.
 */
const words = process.argv.slice(2).join(' ').trim()
const keys = join(process.env.SHOP_DATA ?? '.shop', 'keys.json')

async function answer(): Promise<string> {
  if (!words) throw new Error("Say what to answer: npm run answer -- 'Your words'")
  if (!existsSync(keys)) throw new Error('There is no sandbox yet. Run: npm start')
  const { secretKey } = readKeys(keys)
  const url = `http://127.0.0.1:${Number(process.env.PORT ?? 3000) + 1}`
  const backend = createClient<Database>(url, secretKey, { auth: { persistSession: false } })
  const latest = await backend
    .from('user_conversations')
    .select('id, title')
    .order('last_message_time', { ascending: false })
    .limit(1)
    .maybeSingle()
  if (latest.error) throw new Error(`The sandbox doesn’t answer at ${url}: ${latest.error.message}`)
  if (!latest.data) throw new Error('Nobody has written yet.')
  const { error } = await backend.from('chat_messages').insert({ conversation_id: latest.data.id, message_text: words })
  if (error) throw new Error(error.message)
  return latest.data.title
}

answer().then(
  (title) => console.log(`Answered in '${title}'.`),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  },
)
