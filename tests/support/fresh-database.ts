import { inject } from 'vitest'
import { copyDatabase } from './hosted-database.ts'
import { connect, type Connection } from './postgres-server.ts'
import { EMPTY, TEMPLATE } from './shared-postgres.ts'

/** A database of a test's own, in a session of the migrations' role. */
export interface FreshDatabase extends Connection {
  name: string
}

/** Makes a database with all migrations and, by default, the sample's seeds. */
export async function freshDatabase({ seeded = true } = {}): Promise<FreshDatabase> {
  const name = `fresh_${crypto.randomUUID().replaceAll('-', '')}`
  await copyDatabase(inject('postgres'), seeded ? TEMPLATE : EMPTY, name)
  return { name, ...(await connect(inject('postgres'), name, 'postgres')) }
}
