import { spawn } from 'node:child_process'
import { ensureChromium } from './chromium.ts'
import { ensureLynx } from './lynx.ts'
import { ensurePostgres } from './postgres.ts'
import { ensureRedis } from './redis.ts'

interface Step {
  name: string
  command: string
  parameters: string[]
}

/**
 * The one gate. The steps of a stage run at the same time, the stages one after the other; the first stage that fails ends
 * the run (docs/decisions/0069-gate-time.md).
 */
const stages: Step[][] = [
  [
    { name: 'format', command: 'prettier', parameters: ['--check', '--log-level', 'warn', '.'] },
    { name: 'lint', command: 'oxlint', parameters: ['--deny-warnings'] },
    { name: 'types', command: 'tsc', parameters: ['--noEmit'] },
    { name: 'types of the edge functions', command: 'npm', parameters: ['run', 'typecheck:functions', '--silent'] },
    { name: 'database types in step', command: 'node', parameters: ['scripts/database-types.ts', '--check'] },
    { name: 'build', command: 'npm', parameters: ['run', 'build', '--silent'] },
  ],
  [
    { name: 'tests of rules, the database and the contract', ...tests('rules', 'database', 'contract') },
    { name: 'tests of routes and attacks, first half', ...tests('shop', '--shard=1/2') },
    { name: 'tests of routes and attacks, second half', ...tests('shop', '--shard=2/2') },
    { name: 'tests of faults', ...tests('faults') },
  ],
  [{ name: 'journeys', command: 'playwright', parameters: ['test'] }],
  [{ name: 'requirements', command: 'node', parameters: ['scripts/requirements.ts'] }],
]

/** Each process tests with servers of its own, so those of one don't slow or disturb the tests of another project. */
function tests(...parts: string[]): Omit<Step, 'name'> {
  const parameters = parts.flatMap((part) => (part.startsWith('--') ? [part] : ['--project', part]))
  return { command: 'vitest', parameters: ['run', ...parameters] }
}

const chromium = ensureChromium()
ensureRedis()
ensurePostgres()
ensureLynx()

/** Runs a step and prints what it wrote once it has ended, so that steps don't write into each other's lines. */
async function run({ name, command, parameters }: Step, isAlone: boolean): Promise<boolean> {
  const startedAt = performance.now()
  const child = spawn(command, parameters, {
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(chromium ? { CHROMIUM: chromium } : {}) },
  })
  let written = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (written += chunk.toString()))
  if (isAlone) console.log(`\n▶ ${name}`)
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      written += String(error)
      resolve(1)
    })
    child.once('close', resolve)
  })
  if (!isAlone) console.log(`\n▶ ${name}\n${written}`)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`  ${name}: ${code === 0 ? 'ok' : 'failed'} in ${seconds} s`)
  return code === 0
}

for (const stage of stages) {
  const results = await Promise.all(stage.map((step) => run(step, stage.length === 1)))
  if (results.includes(false)) process.exit(1)
}
