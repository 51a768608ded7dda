import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installOwnPackages } from './own-packages.ts'

/** The runtime of the edge functions. `node scripts/deno.ts <parameters>` runs it. */
const FOLDER = 'tests/deno'

/** Makes sure that Deno is installed, in its exact version, and returns the path of its command. */
export function ensureDeno(): string {
  installOwnPackages(FOLDER)
  return join(FOLDER, 'node_modules/.bin/deno')
}

if (import.meta.main) process.exit(spawnSync(ensureDeno(), process.argv.slice(2), { stdio: 'inherit' }).status ?? 1)
