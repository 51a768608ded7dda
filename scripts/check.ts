import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import provideSandboxPostgres from '../tests/support/sandbox-postgres.ts'
import { reportFile, REPORTS_FOLDER, type ReportName } from './reports.ts'

/** With four, two cores are no faster, and tests come closer to their time limits. */
const MAX_PARALLEL_STEPS = 3

const LINES_PER_FAILURE = 80

interface Step {
  name: string
  command: string
  parameters: string[]
  environment?: Record<string, string>
  /** Mostly waits, so it starts at once, beside the others. */
  isWaiting?: boolean
}

/** Their time goes by until a full minute or the next round has come. */
const WAITING = ['tests/deployment/timer.test.ts', 'tests/faults/catalogue-changes.test.ts']

/** What needs no other step. Longer ones first. */
const checks: Step[] = [
  { name: 'programs', command: 'node', parameters: ['scripts/programs.ts'], isWaiting: true },
  { name: 'build of the last release', command: 'node', parameters: ['scripts/released-tree.ts'] },
  { name: 'build', command: 'npm', parameters: ['run', 'build', '--silent'] },
  { name: 'database types in step', command: 'node', parameters: ['scripts/database-types.ts', '--check'] },
  { name: 'types', command: 'tsgo', parameters: ['--noEmit', '--singleThreaded'] },
  { name: 'types of the edge functions', command: 'npm', parameters: ['run', 'typecheck:functions', '--silent'] },
  { name: 'lint', command: 'oxlint', parameters: ['--deny-warnings'] },
  { name: 'format', command: 'oxfmt', parameters: ['--check'] },
]

/**
 * The gate. The steps of a stage run in parallel, the stages one after the other; the first stage that fails ends the run
 * (decision 69).
 */
const stages: Step[][] = [
  // The types and the build need them.
  [{ name: 'messages', command: 'node', parameters: ['scripts/messages.ts'] }],
  checks,
  [
    { name: 'tests that wait', ...tests('waits', 'faults', ...WAITING), isWaiting: true },
    // Longer ones first, so that the last ones end at about the same time.
    ...([1, 2, 3, 4] as const).map((part) => shopTests(part)),
    faultTests(5),
    { name: 'tests of the database', ...tests('database', 'database') },
    ...([1, 2] as const).map((part) => faultTests(part)),
    {
      name: 'tests of rules, weights and the contract',
      ...tests('rules', 'rules', '--project=weights', '--project=contract'),
    },
    faultTests(3),
    faultTests(4),
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

/** Returns a quarter of the tests of routes and attacks. */
function shopTests(part: 1 | 2 | 3 | 4): Step {
  return { name: `tests of routes and attacks, part ${part}`, ...tests(`shop-${part}`, 'shop', `--shard=${part}/4`) }
}

/** Returns a fifth of the tests of faults that don't wait. */
function faultTests(part: 1 | 2 | 3 | 4 | 5): Step {
  const others = WAITING.flatMap((file) => ['--exclude', file])
  return { name: `tests of faults, part ${part}`, ...tests(`faults-${part}`, 'faults', `--shard=${part}/5`, ...others) }
}

/** Returns a step that runs tests of a project in a separate process with separate servers, so that they don't disturb others. */
function tests(report: ReportName, project: string, ...parameters: string[]): Omit<Step, 'name'> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile(report)}`]
  return { command: 'vitest', parameters: ['run', '--project', project, ...parameters, ...reporters] }
}

const MEMORY_MOUNT = '/dev/shm'
/** The gate's temporary files take about 1 GB of it; programs need memory too. */
const NEEDED_BYTES = 8 * 2 ** 30

/**
 * Makes a temporary folder in memory, where making a file takes a tenth of the CPU time that a disk's file system needs. Returns undefined
 * where the system has no such file system, too little of it, or one that refuses to load native modules.
 */
function makeMemoryFolder(): string | undefined {
  if (!existsSync('/proc/mounts')) return undefined
  const mount = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, place, type]) => place === MEMORY_MOUNT && type === 'tmpfs')
  if (!mount || mount[3]?.split(',').includes('noexec')) return undefined
  const { bavail, bsize } = statfsSync(MEMORY_MOUNT)
  if (bavail * bsize < NEEDED_BYTES) return undefined
  const folder = mkdtempSync(join(MEMORY_MOUNT, 'chambeli-'))
  // PostgreSQL runs as a user of its own, who has to reach its folder inside.
  chmodSync(folder, 0o711)
  return folder
}

// What an earlier run showed doesn't count.
rmSync(REPORTS_FOLDER, { recursive: true, force: true })
const memory = process.env.TMPDIR ? undefined : makeMemoryFolder()
if (memory) process.env.TMPDIR = memory
let stopPostgres = () => {}
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
    env: { ...process.env, ...environment },
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
  const beside = stage.filter(({ isWaiting }) => isWaiting)
  const queue = stage.filter(({ isWaiting }) => !isWaiting)
  const failed: string[] = []
  const runAll = async (steps: Step[]): Promise<void> => {
    for (let step = steps.shift(); step; step = steps.shift()) {
      const { hasPassed, output } = await run(step, stage.length === 1)
      if (!hasPassed) failed.push(`\n✗ ${step.name}\n${output.split('\n').slice(-LINES_PER_FAILURE).join('\n')}`)
    }
  }
  const lanes = Array.from({ length: MAX_PARALLEL_STEPS }, () => queue)
  await Promise.all([beside, ...lanes].map(runAll))
  if (stage.length > 1) for (const end of failed) console.error(end)
  return failed.length === 0
}

for (const stage of stages) {
  if (!(await runStage(stage))) process.exit(1)
  // PostgreSQL is there from then on.
  if (stage === checks) stopPostgres = provideSandboxPostgres()
}
