import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import provideSandboxPostgres from '../tests/support/sandbox-postgres.ts'
import { ensureCaddy } from './caddy.ts'
import { ensureChromium } from './chromium.ts'
import { ensureDeno } from './deno.ts'
import { ensureLynx } from './lynx.ts'
import { makeMemoryFolder } from './memory-folder.ts'
import { ensurePostgres } from './postgres.ts'
import { ensurePromtool } from './promtool.ts'
import { ensureRedis } from './redis.ts'
import { reportFile, REPORTS_FOLDER, type ReportName } from './reports.ts'
import { ensureSupabaseCli } from './supabase-cli.ts'
import { listVersions } from './versions.ts'

/** With four, two cores are no faster, and tests come closer to their time limits. */
const MAX_PARALLEL_STEPS = 3

const LINES_PER_FAILURE = 80

interface Step {
  name: string
  command: string
  parameters: string[]
  environment?: Record<string, string>
}

/**
 * The gate. The steps of a stage run in parallel, the stages one after the other; the first stage that fails ends the run
 * (decision 69).
 */
const stages: Step[][] = [
  [
    { name: 'format', command: 'oxfmt', parameters: ['--check'] },
    { name: 'lint', command: 'oxlint', parameters: ['--deny-warnings'] },
    { name: 'types', command: 'tsgo', parameters: ['--noEmit', '--singleThreaded'] },
    { name: 'types of the edge functions', command: 'npm', parameters: ['run', 'typecheck:functions', '--silent'] },
    { name: 'database types in step', command: 'node', parameters: ['scripts/database-types.ts', '--check'] },
    { name: 'build', command: 'npm', parameters: ['run', 'build', '--silent'] },
  ],
  [
    // In an order with which the last ones end at about the same time.
    { name: 'tests of faults, last third', ...tests('faults-3', 'faults', '--shard=3/3') },
    {
      name: 'tests of rules, weights, the database and the contract',
      ...tests('rules', 'rules', 'weights', 'database', 'contract'),
    },
    { name: 'tests of routes and attacks, first quarter', ...tests('shop-1', 'shop', '--shard=1/4') },
    { name: 'tests of routes and attacks, second quarter', ...tests('shop-2', 'shop', '--shard=2/4') },
    { name: 'tests of routes and attacks, last quarter', ...tests('shop-4', 'shop', '--shard=4/4') },
    { name: 'tests of routes and attacks, third quarter', ...tests('shop-3', 'shop', '--shard=3/4') },
    { name: 'tests of faults, second third', ...tests('faults-2', 'faults', '--shard=2/3') },
    { name: 'tests of faults, first third', ...tests('faults-1', 'faults', '--shard=1/3') },
  ],
  [
    {
      name: 'journeys',
      command: 'playwright',
      parameters: ['test', '--reporter=list,json'],
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('journeys') },
    },
  ],
  [{ name: 'requirements', command: 'node', parameters: ['scripts/requirements.ts'] }],
]

/** Returns a step that runs test projects in a separate process with separate servers, so that they don't disturb others. */
function tests(report: ReportName, ...parts: string[]): Omit<Step, 'name'> {
  const parameters = parts.flatMap((part) => (part.startsWith('--') ? [part] : ['--project', part]))
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile(report)}`]
  return { command: 'vitest', parameters: ['run', ...parameters, ...reporters] }
}

// What an earlier run showed doesn't count.
rmSync(REPORTS_FOLDER, { recursive: true, force: true })
const chromium = ensureChromium()
ensureRedis()
ensurePostgres()
ensureLynx()
ensureCaddy()
ensurePromtool()
ensureDeno()
ensureSupabaseCli()
// Browsers change without a commit here, so a red run says what was new.
console.log(listVersions().join('\n'))
const memory = process.env.TMPDIR ? undefined : makeMemoryFolder()
if (memory) process.env.TMPDIR = memory
const stopPostgres = provideSandboxPostgres()
process.on('exit', () => {
  stopPostgres()
  if (memory) rmSync(memory, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

/**
 * Runs a step and prints its output when it has ended, so that parallel steps don't mix their lines. Returns whether it passed,
 * and its output.
 */
async function run(
  { name, command, parameters, environment }: Step,
  isAlone: boolean,
): Promise<{ hasPassed: boolean; output: string }> {
  const startedAt = performance.now()
  const child = spawn(command, parameters, {
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(chromium ? { CHROMIUM: chromium } : {}), ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  if (isAlone) console.log(`\n▶ ${name}`)
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      output += String(error)
      resolve(1)
    })
    child.once('close', resolve)
  })
  if (!isAlone) console.log(`\n▶ ${name}\n${output}`)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`  ${name}: ${code === 0 ? 'ok' : 'failed'} in ${seconds} s`)
  return { hasPassed: code === 0, output }
}

/**
 * Runs the steps of a stage, a few in parallel. Returns whether all of them passed. Prints the ends of failed steps again at the
 * end, because some CI services keep only the end of the output.
 */
async function runStage(stage: Step[]): Promise<boolean> {
  const waiting = [...stage]
  const failed: string[] = []
  const runNext = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { hasPassed, output } = await run(step, stage.length === 1)
      if (!hasPassed) failed.push(`\n✗ ${step.name}\n${output.split('\n').slice(-LINES_PER_FAILURE).join('\n')}`)
    }
  }
  await Promise.all(Array.from({ length: MAX_PARALLEL_STEPS }, () => runNext()))
  if (stage.length > 1) for (const end of failed) console.error(end)
  return failed.length === 0
}

for (const stage of stages) if (!(await runStage(stage))) process.exit(1)
