import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// The programs that tests need beside npm's packages: `node scripts/programs.ts` gets those of the gate.

const quiet = { stdio: ['ignore', 'ignore', 'inherit'] as ['ignore', 'ignore', 'inherit'] }

export interface Program {
  name: string
  isHere: () => unknown
  /** The groups of Debian packages that have it, the preferred one first. */
  groups: string[][]
  /** What to do where the packages can't be installed: throw this message, or get it in another way. */
  otherwise: string | (() => void)
}

/**
 * For each list of groups installs the first one that is available in this release, all in one run of apt, whose waits would add up. Returns
 * false without root or apt.
 */
export function installDebianPackages(...choices: string[][][]): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  execFileSync('apt-get', ['update', '-q'], quiet)
  const packages = choices.flatMap((groups) => groups.find((names) => names.every(isInRelease)) ?? [])
  // Such a machine needn't survive a power cut, so dpkg doesn't flush each file to the disk.
  const options = ['-y', '-q', '--no-install-recommends', '-o', 'Dpkg::Options::=--force-unsafe-io']
  if (packages.length > 0) execFileSync('apt-get', ['install', ...options, ...packages], quiet)
  return true
}

/** Makes sure that programs are installed. Throws if one can't be. */
export function ensurePrograms(...programs: Program[]): void {
  const missing = programs.filter(({ isHere }) => !isHere())
  if (missing.length === 0) return
  console.log(`Not here yet; getting: ${missing.map(({ name }) => name).join(', ')}…`)
  installDebianPackages(...missing.map(({ groups }) => groups))
  for (const { isHere, otherwise } of missing) {
    if (isHere()) continue
    if (typeof otherwise === 'string') throw new Error(`${otherwise}: please install it.`)
    otherwise()
  }
}

function isInRelease(name: string): boolean {
  return spawnSync('apt-cache', ['show', name], { stdio: 'ignore' }).status === 0
}

const CHROMIUM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** Returns the path of this machine's Chromium, if it has one. */
export function findChromium(): string | undefined {
  return [process.env.CHROMIUM, ...CHROMIUM_PATHS].find((path) => path !== undefined && existsSync(path))
}

export const chromium: Program = {
  name: 'Chromium',
  isHere: findChromium,
  groups: [['chromium-headless-shell'], ['chromium']],
  otherwise: () => execFileSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' }),
}

/**
 * A font as wide as those of phones. A machine with DejaVu alone shows each text a tenth wider, so that journeys find pages too wide that
 * aren't.
 */
export const fonts: Program = {
  name: 'fonts',
  isHere: () => process.platform !== 'linux' || existsSync('/usr/share/fonts/truetype/liberation'),
  groups: [['fonts-liberation']],
  otherwise: () => undefined,
}

/** Finds Chromium or installs it: Debian's package when root, or else Playwright's. Returns undefined for Playwright's. */
export function ensureChromium(): string | undefined {
  ensurePrograms(chromium)
  return findChromium()
}

/** Returns the path of an installed Redis or Valkey server, if there is one. */
export function findRedis(): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']
  return folders
    .flatMap((folder) => [join(folder, 'redis-server'), join(folder, 'valkey-server')])
    .find((path) => existsSync(path))
}

export const redis: Program = {
  name: 'Redis',
  isHere: findRedis,
  groups: [['redis-server']],
  otherwise: 'The tests of shared limits need redis-server or valkey-server',
}

/** Hosted projects run 17 or 15, so these come first. The migrations run on 15 to 18. */
const POSTGRES_VERSIONS = [17, 15, 16, 18]

const POSTGRES_EXTENSIONS = ['pgtap', 'pg_cron', 'plpgsql_check']

/** Returns the folder of PostgreSQL's programs (initdb, pg_ctl) if one with the extensions is installed. */
export function findPostgres(): string | undefined {
  return POSTGRES_VERSIONS.flatMap((version) => [
    { programs: `/usr/lib/postgresql/${version}/bin`, extensions: `/usr/share/postgresql/${version}/extension` },
    {
      programs: `/opt/homebrew/opt/postgresql@${version}/bin`,
      extensions: `/opt/homebrew/share/postgresql@${version}/extension`,
    },
  ]).find(
    ({ programs, extensions }) =>
      existsSync(join(programs, 'initdb')) &&
      POSTGRES_EXTENSIONS.every((name) => existsSync(join(extensions, `${name}.control`))),
  )?.programs
}

export const postgres: Program = {
  name: 'PostgreSQL with pgTAP, pg_cron and plpgsql_check',
  isHere: findPostgres,
  groups: POSTGRES_VERSIONS.map((version) => [
    `postgresql-${version}`,
    `postgresql-${version}-pgtap`,
    `postgresql-${version}-cron`,
    `postgresql-${version}-plpgsql-check`,
  ]),
  otherwise: 'The database tests need PostgreSQL 15 to 18 with pgTAP, pg_cron and plpgsql_check',
}

/** The proxy of compose.yaml. */
export const CADDY = '/usr/bin/caddy'

export const caddy: Program = {
  name: 'Caddy',
  isHere: () => existsSync(CADDY),
  groups: [['caddy']],
  otherwise: 'The test of compose.yaml needs Caddy',
}

/** Prometheus's checker of rules. */
export const PROMTOOL = '/usr/bin/promtool'

export const promtool: Program = {
  name: 'promtool',
  isHere: () => existsSync(PROMTOOL),
  groups: [['prometheus']],
  otherwise: 'The test of ops/alerts.yml needs promtool',
}

export const lynx: Program = {
  name: 'lynx',
  isHere: () => spawnSync('lynx', ['-version'], { stdio: 'ignore' }).status === 0,
  groups: [['lynx']],
  otherwise: 'The purchase in a text browser needs lynx',
}

/** LibreOffice's command. */
export const SOFFICE = '/usr/bin/soffice'

export const libreOffice: Program = {
  name: 'LibreOffice Calc',
  isHere: () => existsSync(SOFFICE),
  groups: [['libreoffice-calc-nogui']],
  otherwise: 'The test of the accountant’s file needs LibreOffice',
}

/** For the HTML checker. */
export const java: Program = {
  name: 'Java',
  isHere: () => spawnSync('java', ['-version'], { stdio: 'ignore' }).status === 0,
  groups: [['default-jre-headless']],
  otherwise: 'The HTML checker needs Java',
}

/**
 * Installs the packages of a folder that has a `package.json` and a lock of its own, unless they are installed: large packages that
 * few need, which `npm ci` at the root leaves out (decision 1).
 */
export function installOwnPackages(folder: string): void {
  const installed = join(folder, 'node_modules/.package-lock.json')
  const changedAt = (path: string) => statSync(path).mtimeMs
  if (existsSync(installed) && changedAt(installed) >= changedAt(join(folder, 'package-lock.json'))) return
  console.log(`The packages of ${folder} are not here yet; getting them…`)
  execFileSync('npm', ['ci', '--silent'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
}

/** Makes sure that Deno, the runtime of the edge functions, is installed in its exact version, and returns the path of its command. */
export function ensureDeno(): string {
  installOwnPackages('tests/deno')
  return 'tests/deno/node_modules/.bin/deno'
}

/** Makes sure that Supabase's command line is installed in its exact version, for Linux on x64 alone, and returns its path. */
export function ensureSupabaseCli(): string {
  installOwnPackages('tests/supabase-cli')
  return 'tests/supabase-cli/node_modules/@supabase/cli-linux-x64/bin/supabase'
}

/** It asks nobody about newer versions, and reports to nobody. */
export const CLI_ENVIRONMENT = { SUPABASE_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' }

/** Returns a line for each installed program whose version the tests depend on, with its path: another build may behave differently. */
async function listVersions(): Promise<string[]> {
  const playwright = await import('@playwright/test')
  const programs = [
    findChromium() ?? playwright.chromium.executablePath(),
    join(findPostgres() ?? '', 'postgres'),
    findRedis() ?? 'redis-server',
  ]
  const versions = programs.map((path) => `${execFileSync(path, ['--version'], { encoding: 'utf8' }).trim()} (${path})`)
  versions.push(`Caddy ${execFileSync(CADDY, ['version'], { encoding: 'utf8' }).trim()} (${CADDY})`)
  return [...versions, `Node ${process.version} (${process.execPath})`]
}

if (import.meta.main) {
  const [program, ...parameters] = process.argv.slice(2)
  if (program === 'deno') process.exit(spawnSync(ensureDeno(), parameters, { stdio: 'inherit' }).status ?? 1)
  // A red run says what was new.
  ensurePrograms(chromium, fonts, redis, postgres, lynx, caddy, promtool, libreOffice)
  ensureSupabaseCli()
  console.log((await listVersions()).join('\n'))
}
