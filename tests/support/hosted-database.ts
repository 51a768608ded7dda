import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SEEDS, SUPABASE_FOLDER, type Seeds } from '../../sandbox/supabase/migrate.ts'
import { connect } from './postgres-server.ts'

const PROJECT = new URL('../database/hosted-project.sql', import.meta.url)

/** Creates the roles of a hosted project, and a database `name` with its schemas, as before the first migration. */
export async function makeHostedProject(host: string, name: string): Promise<void> {
  await runAs(host, 'postgres', [`create database ${name}`])
  await runAs(host, name, [readFileSync(PROJECT, 'utf8')])
}

/** Runs the migrations as the role `postgres`, like the Supabase CLI. */
export async function migrateHosted(host: string, name: string): Promise<void> {
  await runAs(host, name, filesIn('migrations'), 'postgres')
}

/** Runs the seeds, as the first `supabase db push --include-seed` does. */
export async function seedHosted(host: string, name: string, seeds: Seeds): Promise<void> {
  await runAs(host, name, SEEDS[seeds].flatMap(filesIn), 'postgres')
}

const filesIn = (folder: string) =>
  readdirSync(join(SUPABASE_FOLDER, folder))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => readFileSync(join(SUPABASE_FOLDER, folder, file), 'utf8'))

/** Copying files takes two thirds of the time that writing their pages to the log does. */
export async function copyDatabase(host: string, template: string, name: string): Promise<void> {
  await runAs(host, 'postgres', [`create database ${name} template ${template} strategy file_copy`])
}

async function runAs(host: string, database: string, statements: string[], user?: string): Promise<void> {
  const client = await connect(host, database, user)
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
