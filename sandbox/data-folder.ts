import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isRunning } from './running.ts'

const keysSchema = z.object({
  jwtSecret: z.string().min(1),
  publishableKey: z.string().min(1),
  secretKey: z.string().min(1),
  sessionSecret: z.string().min(32),
})
export type Keys = z.infer<typeof keysSchema>

/** Locks the data folder until this process exits. Throws if another running process holds the lock. */
export function lock(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'lock')
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0
  if (holder && holder !== process.pid && isRunning(holder)) {
    throw new Error(
      `The data in ${folder} is in use by process ${holder}. Stop that one first, or give this one another SHOP_DATA folder.`,
    )
  }
  writeFileSync(file, String(process.pid))
  process.once('exit', () => rmSync(file, { force: true }))
}

/** Returns the keys of a data folder; creates random ones at the first call. Throws if the file is invalid. */
export function loadKeys(folder: string): Keys {
  const file = join(folder, 'keys.json')
  if (existsSync(file)) return readKeys(file)
  const secret = () => randomBytes(32).toString('base64url')
  const keys = {
    jwtSecret: secret(),
    publishableKey: `sb_publishable_${secret()}`,
    secretKey: `sb_secret_${secret()}`,
    sessionSecret: secret(),
  }
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 })
  return keys
}

/** Reads a file of keys. If it is invalid, throws an error that tells how to repair it. */
export function readKeys(file: string): Keys {
  try {
    return keysSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new Error(
      `The keys in ${file} can't be read. Delete that file; the next start makes new keys, and everybody has to log in again.`,
      { cause: error },
    )
  }
}

/**
 * Runs `make`, which creates a database, with a marker file beside it. An interrupted start leaves the marker, so that the next
 * start recognises the incomplete database.
 */
export async function markUnfinished<Made>(data: string, make: () => Promise<Made>): Promise<Made> {
  writeFileSync(unfinished(data), '')
  const made = await make()
  rmSync(unfinished(data))
  return made
}

const unfinished = (data: string) => `${data}.unfinished`

/** Throws an error that tells what to do if the database is incomplete. */
export function refuseUnfinished(data: string): void {
  if (existsSync(unfinished(data)))
    throw new Error(`The database in ${data} is unfinished: a start was interrupted. Start over with: npm run reset`)
}
