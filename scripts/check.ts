import { spawnSync } from 'node:child_process'
import { ensureChromium } from './chromium.ts'
import { ensureLynx } from './lynx.ts'
import { ensurePostgres } from './postgres.ts'
import { ensureRedis } from './redis.ts'

/** The one gate: format, lint, types, generated types in step, build, tests, requirements. Stops at the first failure. */
const steps: [string, string, string[]][] = [
  ['format', 'prettier', ['--check', '--log-level', 'warn', '.']],
  ['lint', 'oxlint', ['--deny-warnings']],
  ['types', 'tsc', ['--noEmit']],
  ['types of the edge functions', 'npm', ['run', 'typecheck:functions', '--silent']],
  ['database types in step', 'node', ['scripts/database-types.ts', '--check']],
  ['build', 'npm', ['run', 'build', '--silent']],
  ['tests', 'vitest', ['run']],
  ['journeys', 'playwright', ['test']],
  ['requirements', 'node', ['scripts/requirements.ts']],
]

const chromium = ensureChromium()
ensureRedis()
ensurePostgres()
ensureLynx()
for (const [name, command, parameters] of steps) {
  const startedAt = performance.now()
  console.log(`\n▶ ${name}`)
  const { status } = spawnSync(command, parameters, {
    stdio: 'inherit',
    env: { ...process.env, ...(chromium ? { CHROMIUM: chromium } : {}) },
  })
  console.log(
    `  ${name}: ${status === 0 ? 'ok' : 'failed'} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  )
  if (status !== 0) process.exit(1)
}
