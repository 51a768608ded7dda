import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { databaseName } from '../../sandbox/supabase/migrate.ts'
import { startSandbox, stopProcess, type SandboxProcess } from '../../scripts/sandbox-process.ts'
import { connect } from '../support/postgres-server.ts'
import { contentsOf } from '../support/project-rows.ts'
import { freePort } from '../support/free-port.ts'
import { shopSettings, startServer, warmBackend } from '../support/running-shop.ts'
import { sandboxPostgres } from '../support/sandbox-postgres.ts'
import { runCli } from '../support/supabase-cli.ts'
import { placeOrder } from '../support/checkout.ts'
import { Visitor } from '../support/visitor.ts'

// The chapter "Backup and restore" of docs/operations.md, carried out: rows by ops/backup.sh and ops/restore.sh, files by Supabase's command
// line. On a hosted project Auth's and Storage's tables belong to other roles, which this can't show.

const folder = mkdtempSync(join(tmpdir(), 'restore-'))
const backup = join(folder, 'backup')
const run = promisify(execFile)
let lived: SandboxProcess
let empty: SandboxProcess

/** Starts a project with its database in a folder. */
const startProject = (name: string, seeds: 'sample' | 'production') =>
  startSandbox({ folder: join(folder, name), shop: 'http://127.0.0.1', port: 0, seeds, postgres: sandboxPostgres() })

const databaseOf = (name: string) => databaseName(join(folder, name))
const addressOf = (name: string) => `postgresql:///${databaseOf(name)}?host=${sandboxPostgres()}&user=postgres`

beforeAll(async () => {
  lived = await startProject('lived', 'sample')
  empty = await startProject('empty', 'production')
})
afterAll(async () => {
  await lived.stop()
  await empty.stop()
  rmSync(folder, { recursive: true, force: true })
})

const serviceClient = ({ settings }: SandboxProcess) =>
  createClient(settings.SUPABASE_URL ?? '', settings.SUPABASE_SECRET_KEY ?? '', { auth: { persistSession: false } })

async function withShop<Outcome>(project: SandboxProcess, work: (url: string) => Promise<Outcome>): Promise<Outcome> {
  const url = `http://127.0.0.1:${await freePort()}`
  await warmBackend(project)
  const server = await startServer(shopSettings(project, url, join(folder, 'shop')))
  try {
    return await work(url)
  } finally {
    await stopProcess(server.process)
  }
}

async function logIn(url: string): Promise<Visitor> {
  const visitor = new Visitor(url)
  const page = await visitor.post('/login', { emailOrPhone: 'mahnoor@example.com', password: 'jasmine-tea-7' })
  expect(page.url).toBe('/')
  return visitor
}

/** Runs a script of ops/ for a project's database. */
const script = (name: string, project: string) =>
  run('bash', [`ops/${name}.sh`, backup], { env: { ...process.env, DATABASE_URL: addressOf(project) } })

/** Runs Supabase's command line on a project's Storage. */
function storage(project: SandboxProcess, ...words: string[]) {
  const workdir = join(folder, 'cli')
  mkdirSync(join(workdir, 'supabase'), { recursive: true })
  const port = new URL(project.settings.SUPABASE_URL ?? '').port
  writeFileSync(join(workdir, 'supabase/config.toml'), `project_id = "restore"\n[api]\nport = ${port}\n`)
  const key = { SUPABASE_AUTH_SERVICE_ROLE_KEY: project.settings.SUPABASE_SECRET_KEY }
  return runCli(['storage', 'cp', '-r', ...words, '--experimental'], workdir, key)
}

async function rowsOf(name: string) {
  const client = await connect(sandboxPostgres() ?? '', databaseOf(name), 'postgres')
  const contents = await contentsOf(client)
  await client.end()
  return contents
}

const filesIn = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(path.length))
    .toSorted()

test('rows and files of a shop come back in an empty project, and its shoppers go on', async () => {
  const order = await withShop(lived, async (url) => placeOrder(await logIn(url), 'cod'))
  const picture = Buffer.from('a picture')
  for (const bucket of ['files', 'products']) {
    const path = `some/folder/${bucket}.webp`
    const { error } = await serviceClient(lived)
      .storage.from(bucket)
      .upload(path, picture, { contentType: 'image/webp' })
    expect(error).toBeNull()
  }
  const before = await rowsOf('lived')
  await script('backup', 'lived')
  const saved = join(backup, 'files')
  mkdirSync(saved)
  await storage(lived, 'ss:///', saved)
  expect(filesIn(saved)).toEqual(['/files/some/folder/files.webp', '/products/some/folder/products.webp'])

  expect((await script('restore', 'empty')).stdout).toMatch(/^Restored \d+ accounts and \d+ orders\.\n$/)
  for (const bucket of ['files', 'products']) await storage(empty, join(saved, bucket), 'ss:///')
  expect(await rowsOf('empty')).toEqual(before)
  const { data } = await serviceClient(empty).storage.from('files').download('some/folder/files.webp')
  expect(await data?.text()).toBe('a picture')
  await withShop(empty, async (url) => {
    const visitor = await logIn(url)
    expect((await visitor.get('/profile/active-orders')).text).toContain(order)
    expect(await placeOrder(visitor, 'cod')).not.toBe(order)
  })
})

test('a project with accounts is not overwritten, and a backup that is cut off changes nothing', async () => {
  await expect(script('restore', 'lived')).rejects.toThrow('This project has accounts.')
  const before = await rowsOf('lived')
  const client = await connect(sandboxPostgres() ?? '', databaseOf('lived'), 'postgres')
  await client.query('set session_replication_role = replica; delete from auth.users')
  await client.end()
  const without = await rowsOf('lived')
  expect(without).not.toEqual(before)
  const whole = await run('stat', ['-c', '%s', join(backup, 'rows.dump')])
  await run('truncate', ['-s', String(Math.floor(Number(whole.stdout) / 2)), join(backup, 'rows.dump')])
  await expect(script('restore', 'lived')).rejects.toThrow()
  expect(await rowsOf('lived')).toEqual(without)
})
