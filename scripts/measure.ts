import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { installOwnPackages } from './own-packages.ts'

/**
 * `npm run measure -- <what> [parameters]`: measurements and searches that take too long, or need too much, for the gate.
 * docs/benchmarks.md says what each one answers. Ends with the exit code of what it ran.
 */
const COMMANDS: Record<string, string[]> = {
  accounts: ['node', 'tests/bench/accounts.ts'],
  catalogue: ['node', 'tests/bench/catalogue.ts'],
  day: ['node', 'tests/day/main.ts'],
  desk: ['node', 'tests/bench/desk.ts'],
  engines: ['vitest', 'run', '--config', 'vitest.engines.config.ts'],
  fuzz: ['node', '--import', './tests/support/app-imports.ts', 'tests/fuzz/main.ts'],
  html: ['vitest', 'run', '--config', 'vitest.html.config.ts'],
  image: ['node', 'scripts/image-check.ts'],
  import: ['node', 'tests/bench/desk-import.ts'],
  lighthouse: ['node', 'tests/lighthouse/main.ts'],
  lite: ['node', 'tests/bench/lite.ts'],
  looks: ['node', 'tests/looks/main.ts'],
  'old-browsers': ['node', 'tests/old-browsers/main.ts'],
  phone: ['node', 'tests/bench/phone.ts'],
  readme: ['node', 'tests/looks/readme.ts'],
  shop: ['node', 'tests/bench/bench.ts'],
  soak: ['node', 'tests/soak/main.ts'],
  streams: ['node', 'tests/bench/streams.ts'],
  strip: ['node', 'tests/bench/strip.ts'],
}

/** The folders with packages of their own. */
const OWN_PACKAGES: Record<string, string> = { engines: 'tests/engines', html: 'tests/html' }

const [what = '', ...parameters] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, what) ? COMMANDS[what] : undefined
if (!command) {
  console.error(`npm run measure -- ${Object.keys(COMMANDS).join(' | ')}`)
  process.exit(1)
}
const folder = OWN_PACKAGES[what]
if (folder) {
  installOwnPackages(folder)
  // The gate can't check the types of what uses packages that aren't installed.
  if (existsSync(`${folder}/tsconfig.json`))
    execFileSync('tsgo', ['--noEmit', '--project', folder], { stdio: 'inherit' })
}
const [program = '', ...fixed] = command
process.exit(spawnSync(program, [...fixed, ...parameters], { stdio: 'inherit' }).status ?? 1)
