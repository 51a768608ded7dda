import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SERVER_FLAGS } from '../scripts/server-flags.ts'
import { freePort } from './support/running-shop.ts'

// CI has no container engine; what the Dockerfile runs is run here as plain commands, in an empty folder.

const production = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).dependencies)

test(
  'the image’s steps leave a shop that starts, answers and ends, from an empty folder',
  { timeout: 180_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'image-'))
    execFileSync('node', ['scripts/container.ts', folder])
    cpSync('package-lock.json', join(folder, 'package-lock.json'))
    execFileSync('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: folder })
    const port = await freePort()
    const child = spawn(process.execPath, ['server.ts'], {
      cwd: folder,
      env: {
        NODE_ENV: 'production',
        PORT: String(port),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        SUPABASE_URL: 'http://127.0.0.1:9',
        SUPABASE_PUBLISHABLE_KEY: 'p',
        SUPABASE_SECRET_KEY: 's',
        SESSION_SECRET: 'kJ3v9QpXw2LmZ8rTn5BcYd7FgHs4Aa1E',
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
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    rmSync(folder, { recursive: true, force: true })
  },
)

test('the server needs production dependencies alone', () => {
  const source = readFileSync('build/server/index.js', 'utf8')
  const packages = [...source.matchAll(/from ["']((?:@[\w-]+\/)?[\w.-]+)[^"']*["']/g)]
    .map(([, name = '']) => name)
    .filter((name) => !builtinModules.includes(name) && name !== 'node')
  expect([...new Set(packages)].filter((name) => !production.includes(name))).toEqual([])
})

test('the image and npm run serve start Node with the flags that npm start gives it', () => {
  expect(readFileSync('package.json', 'utf8')).toContain(`"serve": "node ${SERVER_FLAGS.join(' ')} server.ts"`)
  expect(readFileSync('Dockerfile', 'utf8')).toContain(`NODE_OPTIONS="${SERVER_FLAGS.join(' ')}"`)
})

test('the Dockerfile runs as nobody, by node itself, with a health check', () => {
  const dockerfile = readFileSync('Dockerfile', 'utf8')
  expect(dockerfile).toMatch(/^USER 10001:10001$/m)
  expect(dockerfile).toMatch(/^CMD \["node", "server.ts"\]$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
})
