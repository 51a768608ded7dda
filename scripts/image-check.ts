import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { installDebianPackages } from './programs.ts'
import { buildImage, type BuiltImage } from './image/build-image.ts'
import { CleanUp } from './image/clean-up.ts'
import { MEMORY_LIMIT, startContainer, UNKNOWN_USER, type Container } from './image/run-container.ts'
import { startSandbox } from './sandbox-process.ts'
import { flagsWithin } from './server-flags.ts'

/**
 * `npm run measure -- image`: builds the Dockerfile without a daemon, starts the image with the sandbox, checks it and cleans up.
 * Needs root, Debian's buildah, mmdebstrap and runc (installed if they are missing) and about three minutes.
 */
const MEGABYTE = 1_000_000
const MAX_IMAGE_SIZE = 60 * MEGABYTE
const PROGRAMS = ['buildah', 'mmdebstrap', 'runc']

function ensurePrograms(): void {
  if (process.getuid?.() !== 0) throw new Error('Building an image without a daemon takes root.')
  const missing = PROGRAMS.filter((program) => spawnSync(program, ['--version']).error)
  if (missing.length > 0 && !installDebianPackages([PROGRAMS])) {
    throw new Error(`Please install ${missing.join(', ')}: the image can't be built without.`)
  }
}

/** Prints a check that passed; throws if it failed. */
function check(claim: string, holds: boolean, actual: unknown = ''): void {
  if (!holds) throw new Error(`${claim}: no. ${String(actual)}`)
  console.log(`  ${claim}: yes`)
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function report({ ownLayers }: BuiltImage): void {
  const printSizes = (what: string, sizes: number[]) => {
    const total = sizes.reduce((sum, size) => sum + size, 0)
    const each = sizes.map((size) => (size / MEGABYTE).toFixed(1))
    console.log(`Own layers, ${what}: ${(total / MEGABYTE).toFixed(1)} MB (${each.join(' + ')})`)
    return total
  }
  printSizes(
    'as they are transferred',
    ownLayers.map(({ compressed }) => compressed),
  )
  const total = printSizes(
    'as they are stored',
    ownLayers.map(({ size }) => size),
  )
  check('own layers are below 60 MB', total < MAX_IMAGE_SIZE)
}

async function waitFor(url: string, container: Container): Promise<Response> {
  for (let tries = 0; tries < 150 && container.isRunning(); tries += 1) {
    const response = await fetch(url).catch(() => null)
    if (response?.ok) return response
    await pause(200)
  }
  throw new Error(`${url} does not respond: ${container.log()}`)
}

async function checkImage(url: string, image: BuiltImage, container: Container): Promise<void> {
  check('/health/live responds', (await waitFor(`${url}/health/live`, container)).ok)
  const ready = await waitFor(`${url}/health/ready`, container)
  check('/health/ready responds', ready.ok, ready.status)
  const page = await fetch(`${url}/`)
  const html = await page.text()
  check('the home page shows products', page.ok && html.includes('/product/'), page.status)
  const picture = await fetch(`${url}/images/160/pictures/banner-robe.webp`)
  const isPicture = picture.ok && picture.headers.get('content-type') === 'image/webp'
  check('a picture is resized', isPicture && (await picture.arrayBuffer()).byteLength > 500, picture.status)
  const healthy = container.run(image.config.Healthcheck.Test.slice(1))
  check('the image’s health check passes', healthy.status === 0, healthy.output)
  const status = container.run(['cat', '/proc/1/status']).output
  check('process 1 is node', /^Name:\s+(node|MainThread)$/m.test(status), status)
  check('it runs as an unknown user', new RegExp(`^Uid:\\s+${UNKNOWN_USER}\\s`, 'm').test(status), status)
  check('it has no capabilities', /^CapBnd:\s+0+$/m.test(status), status)
  const command = container.run(['cat', '/proc/1/cmdline']).output.split('\0')
  const flags = flagsWithin(MEMORY_LIMIT)
  check(
    `its flags fit ${MEMORY_LIMIT / 2 ** 20} MB (${flags.join(' ')})`,
    flags.every((flag) => command.includes(flag)),
    command,
  )
  const libraries = container.run(['grep', '-c', 'jemalloc', '/proc/1/maps'])
  check('it uses jemalloc', Number(libraries.output) > 0, libraries.output)
  check('its files can’t be changed', container.run(['touch', '/shop/server.ts']).status !== 0)
}

async function main(folder: string, cleanUp: CleanUp): Promise<void> {
  ensurePrograms()
  const image = buildImage(folder, cleanUp)
  report(image)
  check('the image’s own user is 10001', image.config.User === '10001:10001', image.config.User)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  mkdirSync(join(folder, 'sandbox'))
  const sandbox = await startSandbox({ folder: join(folder, 'sandbox'), shop: url, port: 0 })
  cleanUp.add(() => void sandbox.process.kill('SIGTERM'))
  const settings = { ...sandbox.settings, PUBLIC_URL: url, HOST: '127.0.0.1', PORT: String(port) }
  console.log('Starting the image, read-only, over the sandbox…')
  const shop = startContainer(folder, 'shop', image, { settings }, cleanUp)
  await checkImage(url, image, shop)
  const command = ['node', 'server.ts', '--flag-stale-payments']
  const timer = startContainer(folder, 'timer', image, { command, settings }, cleanUp)
  check('the timer’s command ends well', (await timer.ended) === 0, timer.log())
  shop.signal('TERM')
  const code = await shop.ended
  check('SIGTERM ends it with exit code 0', code === 0, `${code}: ${shop.log()}`)
  await sandbox.stop()
}

const folder = mkdtempSync(join(tmpdir(), 'shop-image-'))
const cleanUp = new CleanUp()
cleanUp.add(() => rmSync(folder, { recursive: true }))
const interrupted = new Promise<never>((_resolve, reject) => {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => reject(new Error(`Stopped by ${signal}.`)))
})
try {
  await Promise.race([main(folder, cleanUp), interrupted])
  console.log('The image is fine.')
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
} finally {
  cleanUp.run()
}
