import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Returns when a file or anything in a folder was last changed, in milliseconds since 1970. */
export function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}
