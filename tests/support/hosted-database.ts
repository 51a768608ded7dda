import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SEEDS, SUPABASE_FOLDER } from '../../sandbox/supabase/migrate.ts'
import { connect } from './postgres-server.ts'

const PROJECT = new URL('../database/hosted-project.sql', import.meta.url)

/** Creates the roles of a hosted project, and a database `name` with its schemas, as before the first migration. */
export async function makeHostedProject(host: string, name: string): Promise<void> {
  await runAs(host, 'postgres', [`create database ${name}`])
  await runAs(host, name, [readFileSync(PROJECT, 'utf8')])
}

/** Runs the migrations and the seeds as the role `postgres`, like the Supabase CLI. */
export async function migrateHosted(host: string, name: string): Promise<void> {
  const files = ['migrations', ...SEEDS.sample].flatMap((folder) =>
    readdirSync(join(SUPABASE_FOLDER, folder))
      .filter((file) => file.endsWith('.sql'))
      .sort()
      .map((file) => readFileSync(join(SUPABASE_FOLDER, folder, file), 'utf8')),
  )
  await runAs(host, name, files, 'postgres')
}

async function runAs(host: string, database: string, statements: string[], user?: string): Promise<void> {
  const client = await connect(host, database, user)
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
