import {
  CompiledQuery,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import type { PGlite } from '@electric-sql/pglite'

/** The parts of @supabase/lite's connection that the sandbox uses. */
export interface LiteConnection {
  driver: PGlite
  kysely: Kysely<unknown>
  ensureRlsContext: () => Promise<boolean>
  normalizeDbError: (error: unknown) => unknown
  clearSchemaCache?: () => Promise<void>
  close: () => Promise<void>
}

/** Runs work while nothing else uses the database's only session. */
export type Exclusively = <T>(work: (database: PGlite) => Promise<T>) => Promise<T>

/**
 * PGlite has a single session, and lite's dialect shares it between parallel requests: they share a transaction, and an
 * anonymous request can run as the service role. This replaces the dialect with a pool of one slot, and returns a function that
 * queues the sandbox's queries for the same slot.
 */
export function oneTransactionAtATime(connection: LiteConnection): Exclusively {
  const database = connection.driver
  let tail = Promise.resolve()

  function acquire(): Promise<() => void> {
    const before = tail
    let release = () => {}
    tail = new Promise<void>((resolve) => (release = resolve))
    return before.then(() => release)
  }

  const driver = oneSlotDriver(database, acquire)
  connection.kysely = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })

  return async (work) => {
    const release = await acquire()
    try {
      return await work(database)
    } finally {
      release()
    }
  }
}

/** Returns a driver whose pool has one slot. `acquire` waits for the slot, and returns the function that frees it. */
function oneSlotDriver(database: PGlite, acquire: () => Promise<() => void>): Driver {
  const releases = new WeakMap<DatabaseConnection, () => void>()
  const run = (slot: DatabaseConnection, statement: string) => slot.executeQuery(CompiledQuery.raw(statement))
  return {
    init: async () => {},
    destroy: async () => {},
    async acquireConnection() {
      const release = await acquire()
      const slot: DatabaseConnection = {
        async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
          const result = await database.query<R>(query.sql, [...query.parameters])
          return {
            rows: result.rows,
            numAffectedRows: result.affectedRows === undefined ? undefined : BigInt(result.affectedRows),
          }
        },
        streamQuery(): never {
          throw new Error('The sandbox does not stream query results.')
        },
      }
      releases.set(slot, release)
      return slot
    },
    async releaseConnection(slot) {
      releases.get(slot)?.()
    },
    beginTransaction: async (slot) => void (await run(slot, 'begin')),
    commitTransaction: async (slot) => void (await run(slot, 'commit')),
    rollbackTransaction: async (slot) => void (await run(slot, 'rollback')),
  }
}
