import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { isRunning } from './running.ts'

/** The keys of a data folder. */
const Keys = z.object({
  jwtSecret: z.string().min(1),
  publishableKey: z.string().min(1),
  secretKey: z.string().min(1),
  sessionSecret: z.string().min(32),
})
export type Keys = z.infer<typeof Keys>

/** Takes the data folder for this process, for as long as it runs. Throws if another one that runs has it. */
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

/** The keys of this data folder, made once: nobody else's sandbox has them. Throws if the file can't be understood. */
export function keysOf(folder: string): Keys {
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

/** Reads a file of keys. Throws a sentence with the remedy if it is broken. */
export function readKeys(file: string): Keys {
  try {
    return Keys.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    throw new Error(
      `The keys in ${file} can't be read. Delete that file; the next start makes new keys, and everybody has to log in again.`,
      { cause: error },
    )
  }
}

/**
 * Runs `make`, which makes a new database, and leaves a file beside it for as long as that takes: a start that is
 * interrupted leaves half a database behind, without products.
 */
export async function markUnfinished<Made>(data: string, make: () => Promise<Made>): Promise<Made> {
  writeFileSync(unfinished(data), '')
  const made = await make()
  rmSync(unfinished(data))
  return made
}

const unfinished = (data: string) => `${data}.unfinished`

/** Throws a sentence with the remedy if the database was never finished. */
export function refuseUnfinished(data: string): void {
  if (existsSync(unfinished(data)))
    throw new Error(`The database in ${data} is unfinished: a start was interrupted. Start over with: npm run reset`)
}
