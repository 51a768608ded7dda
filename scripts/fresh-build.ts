import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCES = [
  'app',
  'public',
  'remix.config.js',
  'vite.config.ts',
  'package.json',
  'scripts/build.ts',
  'scripts/loaded-modules.ts',
  'scripts/server-bundle.ts',
  'scripts/client-bundle.ts',
  'scripts/messages.ts',
]

/** Returns when a file or anything in a folder was last changed, in milliseconds since 1970. */
export function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

/** Whether the build is missing or older than its sources. */
export function isBuildStale(): boolean {
  const built = 'build/server/index.js'
  const builtAt = existsSync(built) ? statSync(built).mtimeMs : 0
  return SOURCES.some((source) => newest(source) > builtAt)
}

/** Throws if the build is missing or older than its sources, since a test would then judge other code. */
export function requireFreshBuild(): void {
  if (isBuildStale()) throw new Error('The build is missing or older than its sources. Run npm run build first.')
}
