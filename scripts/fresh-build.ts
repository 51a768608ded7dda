import { existsSync, statSync } from 'node:fs'
import { newest } from './newest.ts'

const SOURCES = [
  'app',
  'public',
  'remix.config.js',
  'vite.config.ts',
  'package.json',
  'scripts/precompress.ts',
  'scripts/loaded-modules.ts',
  'scripts/server-bundle.ts',
  'scripts/client-bundle.ts',
  'scripts/messages.ts',
]

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
