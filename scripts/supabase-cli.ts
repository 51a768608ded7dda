import { join } from 'node:path'
import { installOwnPackages } from './own-packages.ts'

/** The command line of Supabase, in an exact version, for Linux on x64 alone. */
const FOLDER = 'tests/supabase-cli'

/** Makes sure that the command line is installed, and returns its path. */
export function ensureSupabaseCli(): string {
  installOwnPackages(FOLDER)
  return join(FOLDER, 'node_modules/@supabase/cli-linux-x64/bin/supabase')
}

/** It asks nobody about newer versions, and reports to nobody. */
export const CLI_ENVIRONMENT = { SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }
