import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

// npm run build: the shop's build, with compressed copies of the client's files.

/** What a build takes, most of it for the server's bundle of all packages: 970 MB with this heap, 1.1 GB with as much as Node likes. */
const NEEDED_MB = 1000
const HEAP_MB = 700

/** Returns the memory that the system can still give, with its swap, in MB; null where it doesn't say. */
function freeMegabytes(): number | null {
  if (!existsSync('/proc/meminfo')) return null
  const sizes = readFileSync('/proc/meminfo', 'utf8').matchAll(/^(?:MemAvailable|SwapFree): +(\d+) kB$/gm)
  return Math.floor([...sizes].reduce((sum, [, kilobytes]) => sum + Number(kilobytes), 0) / 1024)
}

const free = freeMegabytes()
if (free !== null && free < NEEDED_MB) {
  console.error(
    `A build takes ${NEEDED_MB} MB of memory, and this machine has ${free} MB left with its swap. Build elsewhere and bring ` +
      'the result, or add swap: docs/operations.md, The image.',
  )
  process.exit(1)
}
// By itself, Node takes a share of the machine's memory as its limit, which is too little on a small one.
const heap = `--max-old-space-size=${HEAP_MB}`
const environment = { ...process.env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${heap}` }
const { status } = spawnSync('remix', ['vite:build'], { stdio: 'inherit', env: environment })
if (status !== 0) process.exit(status ?? 1)

const MIN_SIZE = 1024
for (const entry of readdirSync('build/client', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css|svg|json|txt|webmanifest)$/.test(entry.name)) continue
  const file = join(entry.parentPath, entry.name)
  const body = readFileSync(file)
  if (body.length < MIN_SIZE) continue
  writeFileSync(`${file}.br`, brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }))
}
