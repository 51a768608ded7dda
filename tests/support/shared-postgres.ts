import type { TestProject } from 'vitest/node'
import { copyDatabase, makeHostedProject, migrateHosted, seedHosted } from './hosted-database.ts'
import { startPostgres } from './postgres-server.ts'

/** The migrated template database. */
export const EMPTY = 'empty'
/** The migrated and seeded template database. */
export const TEMPLATE = 'shop'

/** One PostgreSQL for all database tests, with the shop's database as a template. */
export default async function setup(project: TestProject): Promise<() => void> {
  // Detect a deadlock after a tenth of a second instead of a second.
  const server = startPostgres({ deadlock_timeout: '100ms' })
  try {
    await makeHostedProject(server.host, EMPTY)
    await migrateHosted(server.host, EMPTY)
    await copyDatabase(server.host, EMPTY, TEMPLATE)
    await seedHosted(server.host, TEMPLATE, 'sample')
  } catch (error) {
    server.stop()
    throw error
  }
  project.provide('postgres', server.host)
  return () => server.stop()
}

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: string
  }
}
