import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { CADDY } from '../../scripts/programs.ts'
import { requireFreshBuild } from '../../scripts/fresh-build.ts'
import { startSandbox, stopProcess } from '../../scripts/sandbox-process.ts'
import { processEnvironment } from '../support/commands.ts'
import { startRedis } from '../support/redis.ts'
import { freePort } from '../support/free-port.ts'
import { warmBackend } from '../support/running-shop.ts'
import { sandboxPostgres } from '../support/sandbox-postgres.ts'
import { visibleText, Visitor } from '../support/visitor.ts'

// What compose.yaml runs, without a daemon: Caddy with its command line, file and environment, two processes of the image's files, Redis, and
// the timer's commands. Only names of hosts, folders and ports differ.

const compose = readFileSync('compose.yaml', 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'compose-'))
const image = join(folder, 'image')
const running: ChildProcess[] = []
let settings: Record<string, string>
let url: string
let ports: number[]
let stopSandbox: () => Promise<void>

const WAIT = { timeout: 10_000 }
const statusOf = (address: string) =>
  fetch(address).then(
    ({ status }) => status,
    () => 0,
  )

/** Returns a service's part of compose.yaml, with the names of this rehearsal. */
function service(name: string): string {
  const part = new RegExp(`\\n  ${name}:\\n((?:    .*\\n)+)`).exec(compose)?.[1]
  if (!part) throw new Error(`compose.yaml has no service ${name}.`)
  return part
}

async function startProcess(port: number): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['scripts/container-start.ts'], {
    cwd: image,
    env: { ...processEnvironment(), ...settings, HOST: '127.0.0.1', PORT: String(port), SHUTDOWN_WAIT: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  running.push(child)
  await vi.waitUntil(() => statusOf(`http://127.0.0.1:${port}/health/ready`).then((status) => status === 200), WAIT)
  return child
}

/** Starts Caddy, and trusts its certificates. */
async function startCaddy(port: number): Promise<void> {
  const file = join(folder, 'Caddyfile')
  const upstreams = ports.map((process) => `127.0.0.1:${process}`).join(' ')
  const options = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n'
  writeFileSync(file, options + readFileSync('ops/Caddyfile', 'utf8').replace('shop:3000', upstreams))
  const [, words = ''] = /^    command: caddy (.*)$/m.exec(service('proxy')) ?? []
  const parameters = words.replace('/etc/caddy/Caddyfile', file).split(' ')
  running.push(
    spawn(CADDY, parameters, {
      env: { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, SHOP_HOST: `localhost:${port}` },
      stdio: ['ignore', 'ignore', 'ignore'],
    }),
  )
  const certificate = join(folder, 'caddy/pki/authorities/local/root.crt')
  await vi.waitUntil(() => existsSync(certificate), WAIT)
  setDefaultCACertificates([...getCACertificates(), readFileSync(certificate, 'utf8')])
}

beforeAll(async () => {
  requireFreshBuild()
  mkdirSync(image)
  execFileSync('node', ['scripts/container.ts', image])
  execFileSync('node', ['scripts/loaded-modules.ts', join(image, 'node_modules')])
  const first = await freePort(4)
  ports = [first + 2, first + 3]
  url = `https://localhost:${first}`
  const sandbox = await startSandbox({
    folder: join(folder, 'sandbox'),
    shop: url,
    port: 0,
    postgres: sandboxPostgres(),
  })
  stopSandbox = sandbox.stop
  await warmBackend(sandbox)
  running.push(await startRedis(first + 1))
  const environment = Object.fromEntries(
    [...service('shop').matchAll(/^      ([A-Z_]+): '?([^'\n]*)'?$/gm)].map(([, name, value]) => [name, value]),
  )
  settings = {
    ...sandbox.settings,
    ...environment,
    REDIS_URL: `redis://127.0.0.1:${first + 1}`,
    SHOP_CACHE: join(folder, 'cache'),
    PUBLIC_URL: url,
    PAYFAST_MODE: 'off',
    GOPAYFAST_MODE: 'off',
    POSTEX_MODE: 'off',
    PAYMENT_PROVIDER: 'payfast',
    NODE_ENV: 'production',
  }
  expect(Object.keys(environment)).toEqual(['TRUST_PROXY_HOPS', 'REDIS_URL', 'SHOP_CACHE'])
  await Promise.all(ports.map(startProcess))
  await startCaddy(first)
  await vi.waitUntil(() => statusOf(url).then((status) => status === 200), WAIT)
}, 60_000)

afterAll(async () => {
  for (const child of running) await stopProcess(child)
  await stopSandbox()
  rmSync(folder, { recursive: true, force: true })
})

const serviceClient = () =>
  createClient(settings.SUPABASE_URL ?? '', settings.SUPABASE_SECRET_KEY ?? '', { auth: { persistSession: false } })

async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor(url)
  const page = await visitor.post('/login', { emailOrPhone: 'ayesha@example.com', password: 'jasmine-tea-7' })
  expect(page.url).toBe('/')
  return visitor
}

test('through the proxy a session’s cookies are secure, and each process knows it', async () => {
  const visitor = await signedIn()
  expect([...visitor.cookies.keys()].filter((name) => name.startsWith('__Host-')).length).toBeGreaterThan(0)
  for (let n = 0; n < 6; n += 1) expect((await visitor.get('/profile')).text).toContain('ayesha@example.com')
})

test('through the proxy an answer of the shop reaches its stream at once', async () => {
  const visitor = await signedIn()
  const { data: person } = await serviceClient()
    .from('profiles')
    .select('id')
    .eq('email', 'ayesha@example.com')
    .single()
  const { data: talk } = await serviceClient()
    .from('user_conversations')
    .insert({ title: 'General Support Chat', created_by: person?.id })
    .select('id')
    .single()
  const path = `/profile/chat-support/events?conversation=${talk?.id}`
  const reader = (await visitor.request(path, { headers: { accept: 'text/event-stream' } })).body?.getReader()
  let heard = ''
  const hear = async (words: string) => {
    while (!heard.includes(words)) heard += new TextDecoder().decode((await reader?.read())?.value)
  }
  await hear('ready')
  await serviceClient().from('chat_messages').insert({ conversation_id: talk?.id, message_text: 'On its way' })
  await hear('On its way')
  await reader?.cancel()
})

test('the proxy passes on forms of 15 MB, and the shop itself refuses larger ones', async () => {
  const visitor = await signedIn()
  const send = async (megabytes: number) => {
    const body = new FormData()
    body.set('picture', new File([new Uint8Array(megabytes * 1_000_000)], 'large.jpg', { type: 'image/jpeg' }))
    const response = await visitor.request('/profile?index&edit', { method: 'POST', body })
    return `${response.status} ${visibleText(await response.text())}`
  }
  expect(await send(15)).toMatch(/^400 .*Name is required/)
  expect(await send(18)).toMatch(/^413 .*too large/i)
})

test('while one process after the other is replaced, no request fails', async () => {
  const outcomes = new Map<number, number>()
  const restart = { isOver: false }
  const clients = Array.from({ length: 6 }, async (_, client) => {
    while (!restart.isOver) {
      const { status } = await fetch(url + (client % 2 === 0 ? '/' : `/product-listing?search=${client}`), {
        headers: { connection: client % 3 === 0 ? 'close' : 'keep-alive' },
      })
      outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
    }
  })
  const shops = running.filter(({ spawnargs }) => spawnargs.includes('scripts/container-start.ts'))
  for (const [place, shop] of shops.entries()) {
    await stopProcess(shop)
    await startProcess(ports[place] ?? 0)
  }
  restart.isOver = true
  await Promise.all(clients)
  expect([...outcomes.keys()]).toEqual([200])
})

test('with its only process replaced, requests wait for the next one', async () => {
  const shops = running.filter(
    ({ spawnargs, exitCode }) => spawnargs.includes('scripts/container-start.ts') && exitCode === null,
  )
  await Promise.all(shops.map(stopProcess))
  const waiting = fetch(url)
  await startProcess(ports[0] ?? 0)
  expect((await waiting).status).toBe(200)
})

test('the timer’s commands run in the image, each without an error', () => {
  const [, loop = ''] = /'(while :; do .*; sleep \d+; done)'/.exec(service('timer')) ?? []
  const commands = loop
    .replace(/^while :; do /, '')
    .split('; ')
    .filter((command) => command.startsWith('node '))
  expect(commands.length).toBeGreaterThan(3)
  const [, named = ''] = /for what in ([^;]*);/.exec(readFileSync('docs/operations.md', 'utf8')) ?? []
  expect(commands.map((command) => command.replace('node server.ts --', ''))).toEqual(named.split(' '))
  for (const command of commands) {
    const [program = '', ...words] = command.split(' ')
    const said = execFileSync(program, words, {
      cwd: image,
      env: { ...processEnvironment(), ...settings },
      encoding: 'utf8',
    })
    expect(JSON.parse(said), command).toBeTypeOf('object')
  }
})
