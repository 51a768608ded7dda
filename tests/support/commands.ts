import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Returns what each process of the shop gets besides its settings. */
export function processEnvironment(): NodeJS.ProcessEnv {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, NODE_ENV: 'production', ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) }
}

/** Runs a command of the shop, such as `node server.ts --refunds-due`. Returns what it prints; throws what it complains about. */
export function runCommand(
  settings: Record<string, string>,
  ...words: string[]
): Promise<{ stdout: string; stderr: string }> {
  return promisify(execFile)(process.execPath, ['server.ts', ...words], {
    env: { ...settings, ...processEnvironment() },
  })
}
