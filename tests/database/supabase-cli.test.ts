import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeHostedProject } from '../support/hosted-database.ts'
import { connect, startPostgres, type PostgresServer } from '../support/postgres-server.ts'
import { openForCli, runCli, type CliTarget } from '../support/supabase-cli.ts'

// The commands of the README's deployment, by the real command line, on an empty project's database.

const DATABASE = 'pushed'
let postgres: PostgresServer
let target: CliTarget

beforeAll(async () => {
  // Roles belong to the whole server, so a new project needs one of its own.
  postgres = startPostgres()
  await makeHostedProject(postgres.host, DATABASE)
  const client = await connect(postgres.host, DATABASE)
  // `db lint` makes it, and a hosted project lets it.
  await client.query('create extension plpgsql_check with schema extensions')
  await client.end()
  target = await openForCli(postgres.host, DATABASE)
})
afterAll(() => {
  target.close()
  postgres.stop()
})

/** Runs the README's command, for this project in place of the linked one. */
function push() {
  const [, words = ''] = /`supabase (db push [^`]*)--remote`/.exec(readFileSync('README.md', 'utf8')) ?? []
  return runCli([...words.trim().split(' '), `--remote=${target.url}`, '--yes'])
}

test('db push fills an empty project, without a warning about the configuration, and a second one changes nothing', async () => {
  const first = await push()
  expect(first.stdout).toContain('Finished supabase db push.')
  expect(first.stderr).toContain('Seeding data from supabase/seeds/production/1_content.sql')
  expect(first.stderr).not.toContain('WARN')
  expect((await push()).stdout).toContain('Remote database is up to date.')
})

test('db lint finds nothing but what it can’t follow, and db advisors nothing', async () => {
  const { stdout } = await runCli(['db', 'lint', `--remote=${target.url}`, '--level', 'warning'])
  const found = JSON.parse(stdout.slice(stdout.indexOf('['))) as {
    function: string
    issues: { level: string; message: string }[]
  }[]
  const problems = found.flatMap(({ function: name, issues }) =>
    issues.filter(({ level }) => level !== 'warning extra').map(({ message }) => `${name}: ${message}`),
  )
  expect(problems).toEqual([])
  const { stdout: advice, stderr } = await runCli(['db', 'advisors', `--remote=${target.url}`])
  expect(advice + stderr).toContain('No issues found')
})

test('gen types says the same as the committed types', async () => {
  const words = ['gen', 'types', '--lang=typescript', `--remote=${target.url}`, '--schema', 'public']
  expect(schemaOf((await runCli(words)).stdout)).toBe(
    schemaOf(readFileSync('app/platform/supabase/database.types.ts', 'utf8')),
  )
})

/** Returns the part about the schema, without what only one of both generators writes, and without their different spaces. */
function schemaOf(types: string): string {
  const bare = types.replace(/ComputedFields: never|"?isOneToOne"?: \w+|[()]/g, '').replace(/[\s,;'"]/g, '')
  return bare.slice(bare.indexOf('public:{'), bare.indexOf('CompositeTypes:'))
}
