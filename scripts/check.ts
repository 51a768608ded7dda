import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { ensureChromium } from './chromium.ts'
import { ensureLynx } from './lynx.ts'
import { ensurePostgres } from './postgres.ts'
import { ensureRedis } from './redis.ts'
import { reportFile, REPORTS_FOLDER, type ReportName } from './reports.ts'

/** With more, two cores are so busy that servers under test miss their time-outs. */
const STEPS_AT_ONCE = 3

const LINES_OF_A_FAILURE = 80

interface Step {
  name: string
  command: string
  parameters: string[]
  environment?: Record<string, string>
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
    { name: 'tests of faults, first half', ...tests('faults-1', 'faults', '--shard=1/2') },
    { name: 'tests of faults, second half', ...tests('faults-2', 'faults', '--shard=2/2') },
    { name: 'tests of routes and attacks, first third', ...tests('shop-1', 'shop', '--shard=1/3') },
    { name: 'tests of routes and attacks, second third', ...tests('shop-2', 'shop', '--shard=2/3') },
    { name: 'tests of routes and attacks, last third', ...tests('shop-3', 'shop', '--shard=3/3') },
    { name: 'tests of rules, the database and the contract', ...tests('rules', 'rules', 'database', 'contract') },
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

/** Each process tests with servers of its own, so those of one don't slow or disturb the tests of another project. */
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

/**
 * Runs a step and prints what it wrote once it has ended, so that steps don't write into each other's lines. Returns what
 * a failed one wrote.
 */
async function run(
  { name, command, parameters, environment }: Step,
  isAlone: boolean,
): Promise<{ isOk: boolean; written: string }> {
  const startedAt = performance.now()
  const child = spawn(command, parameters, {
    stdio: isAlone ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...(chromium ? { CHROMIUM: chromium } : {}), ...environment },
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
  return { isOk: code === 0, written }
}

/**
 * Runs a stage's steps in their order, a few at a time. Returns whether all of them passed. The ends of those that failed
 * are printed again, last: a service that keeps only the end of the output keeps the reason.
 */
async function runStage(stage: Step[]): Promise<boolean> {
  const waiting = [...stage]
  const failed: string[] = []
  const runNext = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const { isOk, written } = await run(step, stage.length === 1)
      if (!isOk) failed.push(`\n✗ ${step.name}\n${written.split('\n').slice(-LINES_OF_A_FAILURE).join('\n')}`)
    }
  }
  await Promise.all(Array.from({ length: STEPS_AT_ONCE }, () => runNext()))
  if (stage.length > 1) for (const end of failed) console.error(end)
  return failed.length === 0
}

for (const stage of stages) if (!(await runStage(stage))) process.exit(1)
