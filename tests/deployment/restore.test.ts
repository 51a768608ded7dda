import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
import { CLI_ENVIRONMENT, ensureSupabaseCli } from '../../scripts/programs.ts'
import { placeOrder } from '../support/checkout.ts'
import { Visitor } from '../support/visitor.ts'

// The chapter "Backup and restore" of docs/operations.md, carried out: rows by ops/backup.sh and ops/restore.sh, files by
// ops/restore-files.sh. On a hosted project Auth's and Storage's tables belong to other roles, which this can't show.

const folder = mkdtempSync(join(tmpdir(), 'restore-'))
const backups = join(folder, 'backups')
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

/** Makes a folder for Supabase's command line, which leads to a project's Storage. */
function linkedTo(project: SandboxProcess): string {
  const workdir = mkdtempSync(join(folder, 'cli-'))
  mkdirSync(join(workdir, 'supabase'))
  const port = new URL(project.settings.SUPABASE_URL ?? '').port
  writeFileSync(join(workdir, 'supabase/config.toml'), `project_id = "restore"\n[api]\nport = ${port}\n`)
  return workdir
}

/** The settings of Supabase's command line for a project's Storage. */
const commandLineOf = (project: SandboxProcess) => ({
  ...CLI_ENVIRONMENT,
  SUPABASE: ensureSupabaseCli(),
  SUPABASE_FLAGS: `--workdir ${linkedTo(project)}`,
  SUPABASE_AUTH_SERVICE_ROLE_KEY: project.settings.SUPABASE_SECRET_KEY,
})

/** Saves a project into the folder of backups. */
const save = (project: SandboxProcess, name: string, more: Record<string, string> = {}) =>
  run('bash', ['ops/backup.sh', backups], {
    env: {
      ...process.env,
      ...commandLineOf(project),
      DATABASE_URL: addressOf(name),
      ...more,
    },
  })

/** Brings a backup into a database. */
const restore = (backup: string, address: string) =>
  run('bash', ['ops/restore.sh', backup], { env: { ...process.env, DATABASE_URL: address } })

/** Brings the files of a backup into a project's Storage. */
const restoreFiles = (backup: string, project: SandboxProcess) =>
  run('bash', ['ops/restore-files.sh', backup], { env: { ...process.env, ...commandLineOf(project) } })

/** Asks a project's database as its owner. */
async function ask(name: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = await connect(sandboxPostgres() ?? '', databaseOf(name), 'postgres')
  const { rows } = await client.query(sql)
  await client.end()
  return rows
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

/** A few types of files; none has bytes by which its type could be guessed. */
const FILES = [
  ['files/profilePictures/a.webp', 'image/webp'],
  ['products/some folder/f.avif', 'image/avif'],
  ['videos/k.mp4', 'video/mp4'],
] as const

test('rows and files of a shop come back in an empty project, and its shoppers go on', async () => {
  const order = await withShop(lived, async (url) => placeOrder(await logIn(url), 'cod'))
  for (const [path, contentType] of FILES) {
    const [bucket = '', ...names] = path.split('/')
    const options = { contentType }
    const { error } = await serviceClient(lived)
      .storage.from(bucket)
      .upload(names.join('/'), Buffer.from(path), options)
    expect([path, error]).toEqual([path, null])
  }
  await ask('lived', `update shop.last_backup set finished_at = now() - interval '2 days'`)
  const before = await rowsOf('lived')
  expect((await save(lived, 'lived')).stdout).toMatch(/^Saved \d+ orders and 3 files in /)
  expect(await ask('lived', `select now() - finished_at < interval '1 hour' as "isNew" from shop.last_backup`)).toEqual(
    [{ isNew: true }],
  )
  const [date = ''] = readdirSync(backups)
  const backup = join(backups, date)
  const saved = join(backup, 'files')
  expect(filesIn(saved)).toEqual(FILES.map(([path]) => `/${path}`).toSorted())

  expect((await restore(backup, addressOf('empty'))).stdout).toMatch(/^Restored \d+ accounts and \d+ orders\.\n$/)
  expect((await restoreFiles(backup, empty)).stdout).toBe(`Restored ${FILES.length} files.\n`)
  expect(filesIn(saved)).toHaveLength(FILES.length)
  expect(await rowsOf('empty')).toEqual(before)
  for (const [path, type] of FILES) {
    const [bucket = '', ...names] = path.split('/')
    const { data } = await serviceClient(empty).storage.from(bucket).download(names.join('/'))
    expect([await data?.text(), data?.type]).toEqual([path, type])
  }
  await withShop(empty, async (url) => {
    const visitor = await logIn(url)
    expect((await visitor.get('/profile/active-orders')).text).toContain(order)
    expect(await placeOrder(visitor, 'cod')).not.toBe(order)
  })
})

/** A folder with a `pg_dump` that does something else. */
function otherDump(script: string): { PATH: string } {
  const programs = mkdtempSync(join(folder, 'programs-'))
  writeFileSync(join(programs, 'pg_dump'), `#!/bin/bash\n${script}\n`, { mode: 0o755 })
  return { PATH: `${programs}:${process.env.PATH}` }
}

test('a backup that fails or is cut off leaves the earlier ones as they were, and nothing of its own', async () => {
  await save(lived, 'lived')
  const before = readdirSync(backups)
  const digests = async () =>
    (await run('bash', ['-c', `cd ${backups} && find . -type f -print0 | sort -z | xargs -0 sha256sum`])).stdout
  const kept = await digests()
  const nobody = { DATABASE_URL: `postgresql:///nobody?host=${folder}` }
  await expect(save(lived, 'lived', nobody)).rejects.toThrow('The database was not read.')
  await expect(save(lived, 'lived', otherDump('exit 1'))).rejects.toThrow()
  const whole = 'PATH="${PATH#*:}" pg_dump "$@" || exit 1; file="${@: -1}"; file="${file#--file=}"'
  const cut = otherDump(`${whole}; truncate -s $(($(stat -c %s "$file") / 2)) "$file"`)
  await expect(save(lived, 'lived', cut)).rejects.toThrow()
  const part = otherDump('PATH="${PATH#*:}" exec pg_dump "$@" --exclude-table=public.orders')
  await expect(save(lived, 'lived', part)).rejects.toThrow('the dump has not all')
  await expect(save(lived, 'lived', { SUPABASE: 'true' })).rejects.toThrow('Not saved: 0 of 3 files were copied.')
  expect(readdirSync(backups)).toEqual(before)
  expect(await digests()).toEqual(kept)
})

test('as many backups stay as are asked for, the newest, and nothing else in the folder is touched', async () => {
  for (const day of ['01', '02', '03']) mkdirSync(join(backups, `2026-01-${day}T03-00-00Z`))
  mkdirSync(join(backups, 'notes'))
  const before = readdirSync(backups).filter((name) => name.startsWith('2'))
  await save(lived, 'lived', { KEEP: '2' })
  const after = readdirSync(backups)
  expect(after).toContain('notes')
  expect(after.filter((name) => name.startsWith('2'))).toHaveLength(2)
  expect(after.toSorted()[0]).toBe(before.toSorted().at(-1))
})

const newest = () =>
  join(
    backups,
    readdirSync(backups)
      .filter((name) => name.startsWith('2'))
      .toSorted()
      .at(-1) ?? '',
  )

test('a project whose migrations aren’t those of the backup is refused in words, and stays as it was', async () => {
  await ask('empty', 'set session_replication_role = replica; delete from auth.users')
  const before = await rowsOf('empty')
  const backup = newest()
  await ask(
    'empty',
    `insert into supabase_migrations.schema_migrations (version, name) values ('29990101000000', 'later')`,
  )
  await expect(restore(backup, addressOf('empty'))).rejects.toThrow(
    'This project is newer than the backup, by the migrations 29990101000000. Nothing was changed.',
  )
  await ask(
    'empty',
    `delete from supabase_migrations.schema_migrations where version in ('29990101000000', '20260101000000')`,
  )
  await expect(restore(backup, addressOf('empty'))).rejects.toThrow(
    'This project lacks migrations of the backup: 20260101000000. Nothing was changed.',
  )
  await ask(
    'empty',
    `insert into supabase_migrations.schema_migrations (version, name) values ('20260101000000', 'platform')`,
  )
  expect(await rowsOf('empty')).toEqual(before)
})

test('a database without the shop’s schema is said to have none', async () => {
  await ask('empty', 'create database bare')
  const bare = `postgresql:///bare?host=${sandboxPostgres()}&user=postgres`
  await expect(restore(newest(), bare)).rejects.toThrow('This database has no schema of the shop yet.')
  await ask('empty', 'drop database bare')
})

test('a project with accounts is not overwritten, and a backup that is cut off or lacks rows changes nothing', async () => {
  const backup = newest()
  await expect(restore(backup, addressOf('lived'))).rejects.toThrow('This project has accounts.')
  const before = await rowsOf('lived')
  // Without accounts, but with the shop's own rows.
  await ask(
    'lived',
    `set session_replication_role = replica;
     do $$ declare name text; begin
       for name in select tablename from pg_tables where schemaname = 'auth' and tablename not like '%migrations' loop
         execute format('delete from auth.%I', name);
       end loop;
     end $$`,
  )
  const without = await rowsOf('lived')
  expect(without).not.toEqual(before)
  const rows = readFileSync(join(backup, 'rows'), 'utf8')
  writeFileSync(join(backup, 'rows'), rows.replace(/^public\.orders \d+$/m, 'public.orders 99999'))
  await expect(restore(backup, addressOf('lived'))).rejects.toThrow(
    'public.orders has not the 99999 rows of the backup',
  )
  writeFileSync(join(backup, 'rows'), rows)
  const whole = await run('stat', ['-c', '%s', join(backup, 'rows.dump')])
  await run('truncate', ['-s', String(Math.floor(Number(whole.stdout) / 2)), join(backup, 'rows.dump')])
  await expect(restore(backup, addressOf('lived'))).rejects.toThrow()
  expect(await rowsOf('lived')).toEqual(without)
})
