import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import provideSandboxPostgres from '../tests/support/sandbox-postgres.ts'
import { reportFile, REPORTS_FOLDER, type ReportName } from './reports.ts'

/** How many processes of tests two cores keep busy; with more, tests only come closer to their time limits. */
const MAX_LANES = 4

const LINES_PER_FAILURE = 80

interface Step {
  name: string
  command: string
  parameters: string[]
  environment?: Record<string, string>
  /** The steps that have to pass before. */
  needs?: string[]
  /** How much of the machine it takes: a lane unless said otherwise, and none if it mostly waits. */
  lanes?: number
}

/** Their time goes by until a full minute or the next round has come. */
const WAITING = ['tests/deployment/timer.test.ts', 'tests/faults/catalogue-changes.test.ts']

/** What tests of the built shop need. */
const BUILT = ['programs', 'build']

/**
 * The gate's steps but the last one: each runs as soon as what it needs has passed, a few at once, those further up first. Longer ones
 * are further up, so that the last ones end at about the same time. After a failure no other step begins (decision 2).
 */
const steps: Step[] = [
  { name: 'programs', command: 'node', parameters: ['scripts/programs.ts'], lanes: 0 },
  { name: 'messages', command: 'node', parameters: ['scripts/messages.ts'] },
  { name: 'lint', command: 'oxlint', parameters: ['--deny-warnings'] },
  { name: 'format', command: 'oxfmt', parameters: ['--check'] },
  { name: 'build', command: 'npm', parameters: ['run', 'build', '--silent'], needs: ['messages'] },
  { name: 'types', command: 'tsgo', parameters: ['--noEmit', '--singleThreaded'], needs: ['messages'] },
  { name: 'types of the edge functions', command: 'npm', parameters: ['run', 'typecheck:functions', '--silent'] },
  { name: 'build of the last release', command: 'node', parameters: ['scripts/released-tree.ts'] },
  { name: 'tests that wait', ...tests('waits', 'faults', ...WAITING), needs: BUILT, lanes: 0 },
  // The longest.
  {
    name: 'journeys',
    command: 'playwright',
    parameters: ['test', '--reporter=list,json'],
    environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('journeys') },
    needs: BUILT,
    // Its three workers have a browser each.
    lanes: 2,
  },
  // Of the others it waits most, which goes beside what doesn't.
  faultTests(3),
  ...([1, 2, 3] as const).map((part) => shopTests(part)),
  { name: 'tests of the database', ...tests('database', 'database'), needs: ['programs', 'messages'] },
  ...([1, 2] as const).map((part) => faultTests(part)),
  {
    name: 'tests of rules, weights and the contract',
    ...tests('rules', 'rules', '--project=weights', '--project=contract'),
    needs: BUILT,
  },
]

/** Reads the reports of all others. */
const lastStep: Step = { name: 'requirements', command: 'node', parameters: ['scripts/requirements.ts'] }

/** Returns a third of the tests of routes and attacks. */
function shopTests(part: 1 | 2 | 3): Step {
  const name = `tests of routes and attacks, part ${part}`
  return { name, ...tests(`shop-${part}`, 'shop', `--shard=${part}/3`), needs: BUILT }
}

/** Returns a third of the tests of faults that don't wait. */
function faultTests(part: 1 | 2 | 3): Step {
  const others = WAITING.flatMap((file) => ['--exclude', file])
  const name = `tests of faults, part ${part}`
  const needs = [...BUILT, 'build of the last release', 'types of the edge functions']
  return { name, ...tests(`faults-${part}`, 'faults', `--shard=${part}/3`, ...others), needs }
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
/** Stops the PostgreSQL of all steps, once it runs. */
let stopPostgres: (() => void) | undefined
process.on('exit', () => {
  stopPostgres?.()
  if (memory) rmSync(memory, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1))

/**
 * Runs a step and prints its output when it has ended, so that parallel steps don't mix their lines. Returns whether it passed,
 * and its output.
 */
async function run({ name, command, parameters, environment }: Step): Promise<{ hasPassed: boolean; output: string }> {
  const startedAt = performance.now()
  const child = spawn(command, parameters, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', (error) => {
      output += String(error)
      resolve(1)
    })
    child.once('close', resolve)
  })
  console.log(`\n▶ ${name}\n${output}`)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`  ${name}: ${code === 0 ? 'ok' : 'failed'} in ${seconds} s`)
  return { hasPassed: code === 0, output }
}

/**
 * Runs steps, a few at once. Returns whether all passed. Prints the ends of failed steps again at the end, because some CI services keep
 * only the end of the output.
 */
async function runAll(all: Step[]): Promise<boolean> {
  const waiting = [...all]
  const running = new Map<Step, Promise<void>>()
  const passed = new Set<string>()
  const failed: string[] = []
  const start = async (step: Step) => {
    const { hasPassed, output } = await run(step)
    running.delete(step)
    if (hasPassed) passed.add(step.name)
    else failed.push(`\n✗ ${step.name}\n${output.split('\n').slice(-LINES_PER_FAILURE).join('\n')}`)
  }
  for (;;) {
    const taken = [...running.keys()].reduce((sum, { lanes = 1 }) => sum + lanes, 0)
    const ready = waiting.find(({ needs = [] }) => needs.every((name) => passed.has(name)))
    // One that needs more lanes than are free isn't overtaken, or it would be the last.
    const next = ready && taken + (ready.lanes ?? 1) <= MAX_LANES ? ready : undefined
    if (next && failed.length === 0) {
      waiting.splice(waiting.indexOf(next), 1)
      if (next.needs?.includes('programs')) stopPostgres ??= provideSandboxPostgres()
      running.set(next, start(next))
    } else if (running.size > 0) await Promise.race(running.values())
    else break
  }
  for (const end of failed) console.error(end)
  return failed.length === 0
}

if (!(await runAll(steps))) process.exit(1)
if (!(await run(lastStep)).hasPassed) process.exit(1)
