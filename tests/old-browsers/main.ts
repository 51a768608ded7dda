import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import WebSocket from 'ws'
import { z } from 'zod'
import { freePort } from '../support/free-port.ts'
import { startShop } from '../support/running-shop.ts'

/**
 * `npm run measure -- old-browsers`: opens pages in Chromium 79 to 92 on Linux for x64, whose binaries come with releases of the npm
 * package chrome-aws-lambda, and checks their layout, with working and with failing scripts.
 */
const RELEASES = { 79: '2.0.2', 83: '3.1.1', 89: '8.0.2', 92: '10.1.0' }
const PAGES = [
  '/',
  '/product-listing',
  '/product/guest-robe',
  '/login',
  '/cart',
  '/?lang=ur',
  '/product/guest-robe?lang=ur',
]
const WIDTH = 360
/** Time for scripts to load or to fail. */
const SETTLED = 4_000
const FOLDER = join(tmpdir(), 'old-chromium')

const LOOK = `({
  scrolls: document.documentElement.scrollWidth > innerWidth,
  padding: getComputedStyle(document.querySelector('main .wrap')).paddingLeft,
  background: getComputedStyle(document.body).backgroundColor,
  announcement: getComputedStyle(document.querySelector('.announcement')).backgroundColor,
  field: getComputedStyle(document.querySelector('.newsletter input[type=email], main .field input')).borderTopLeftRadius,
  logo: Math.round(document.querySelector('.logo svg').getBoundingClientRect().width),
  crashed: document.body.innerText.includes('Something went wrong'),
})`
const WANTED = {
  scrolls: false,
  padding: '16px',
  background: 'rgb(255, 252, 249)',
  announcement: 'rgb(87, 22, 48)',
  field: '8px',
  logo: 30,
  crashed: false,
}

/** Downloads a release's Chromium and unpacks it once. */
function chromiumOf(release: string): string {
  const folder = join(FOLDER, release)
  const chromium = join(folder, 'chromium')
  if (existsSync(chromium)) return chromium
  mkdirSync(folder, { recursive: true })
  execFileSync('npm', ['pack', '--silent', `chrome-aws-lambda@${release}`], { cwd: folder })
  execFileSync('tar', ['xzf', `chrome-aws-lambda-${release}.tgz`], { cwd: folder })
  writeFileSync(chromium, brotliDecompressSync(readFileSync(join(folder, 'package/bin/chromium.br'))), { mode: 0o755 })
  return chromium
}

const targetsSchema = z.array(z.object({ type: z.string(), webSocketDebuggerUrl: z.string() }))
const replySchema = z.object({
  id: z.number(),
  result: z.object({ result: z.object({ value: z.unknown() }) }).optional(),
})

/** Opens a page, waits, and returns the result of `LOOK`. */
async function look(chromium: string, url: string): Promise<unknown> {
  const port = await freePort()
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--single-process', `--window-size=${WIDTH},800`]
  const browser = spawn(chromium, [...flags, `--remote-debugging-port=${port}`, url], { stdio: 'ignore' })
  try {
    await delay(SETTLED)
    const targets = targetsSchema.parse(await (await fetch(`http://127.0.0.1:${port}/json`)).json())
    const socket = new WebSocket(targets.find(({ type }) => type === 'page')?.webSocketDebuggerUrl ?? '')
    await new Promise((resolve) => socket.once('open', resolve))
    const reply = new Promise<string>((resolve) => socket.once('message', (message) => resolve(String(message))))
    const params = { expression: LOOK, returnByValue: true }
    socket.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params }))
    const { result } = replySchema.parse(JSON.parse(await reply))
    socket.terminate()
    return result?.result.value
  } finally {
    browser.kill('SIGKILL')
  }
}

const shop = await startShop()
let failures = 0
for (const [version, release] of Object.entries(RELEASES)) {
  for (const path of PAGES) {
    const seen = JSON.stringify(await look(chromiumOf(release), shop.url + path))
    const isRight = seen === JSON.stringify(WANTED)
    if (!isRight) failures += 1
    console.log(`Chromium ${version} ${path.padEnd(22)} ${isRight ? 'right' : `WRONG ${seen}`}`)
  }
}
await shop.stop()
process.exitCode = failures > 0 ? 1 : 0
