import { spawnSync } from 'node:child_process'

/**
 * `npm run measure -- <what> [parameters]`: measurements and searches that take too long, or need too much, for the gate.
 * docs/benchmarks.md says what each one answers. Ends with the exit code of what it ran.
 */
const COMMANDS: Record<string, string[]> = {
  catalogue: ['node', 'tests/bench/catalogue.ts'],
  desk: ['node', 'tests/bench/desk.ts'],
  engines: ['vitest', 'run', '--config', 'vitest.measure.config.ts', '--project', 'engines'],
  html: ['vitest', 'run', '--config', 'vitest.measure.config.ts', '--project', 'html'],
  image: ['node', 'scripts/image-check.ts'],
  import: ['node', 'tests/bench/import.ts'],
  lighthouse: ['node', 'tests/bench/lighthouse.ts'],
  looks: ['node', 'tests/looks/main.ts'],
  'old-browsers': ['node', 'tests/old-browsers/main.ts'],
  readme: ['node', 'tests/looks/readme.ts'],
  shop: ['node', 'tests/bench/bench.ts'],
  soak: ['node', 'tests/soak/main.ts'],
}

const [what = '', ...parameters] = process.argv.slice(2)
const [program, ...fixed] = (Object.hasOwn(COMMANDS, what) && COMMANDS[what]) || []
if (!program) {
  console.error(`npm run measure -- ${Object.keys(COMMANDS).join(' | ')}`)
  process.exit(1)
}
process.exit(spawnSync(program, [...fixed, ...parameters], { stdio: 'inherit' }).status ?? 1)
