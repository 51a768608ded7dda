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

/** A statement that sets a variable of the transaction, to a parameter or a text. Lite ignores what it returns. */
const SETTING = /^\s*select set_config\(('[\w.]+'), (?:\$1|'([^']*)'), true\)\s*$/i

/** Returns a setting as a call without parameters, or null for any other query. */
function settingIn({ sql, parameters }: CompiledQuery): string | null {
  const [, name, value = parameters[0]] = SETTING.exec(sql) ?? []
  return name ? `set_config(${name}, '${String(value).replaceAll("'", "''")}', true)` : null
}

/** What begins a transaction: it is sent at once, before the transaction's first query. */
class Beginning {
  isOpen = false
  settings: string[] = []

  /** Returns the statements that wait, and forgets them. */
  take(): string {
    const settings = this.settings.splice(0)
    const statements = [...(this.isOpen ? ['begin'] : []), ...(settings.length > 0 ? [`select ${settings}`] : [])]
    this.isOpen = false
    return statements.join('; ')
  }
}

/**
 * Returns a driver whose pool has one slot. `acquire` waits for the slot, and returns the function that frees it. Lite begins each
 * request with a dozen small statements, which would take PGlite longer than the request itself, so they are sent as one.
 */
function oneSlotDriver(database: PGlite, acquire: () => Promise<() => void>): Driver {
  const releases = new WeakMap<DatabaseConnection, () => void>()
  const beginnings = new WeakMap<DatabaseConnection, Beginning>()
  /** Ends a transaction; one in which nothing ran has not begun. */
  async function end(slot: DatabaseConnection, statement: string): Promise<void> {
    if (beginnings.get(slot)?.isOpen) beginnings.get(slot)?.take()
    else await slot.executeQuery(CompiledQuery.raw(statement))
  }
  return {
    init: async () => {},
    destroy: async () => {},
    async acquireConnection() {
      const release = await acquire()
      const beginning = new Beginning()
      const slot: DatabaseConnection = {
        async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
          const setting = settingIn(query)
          if (setting) {
            beginning.settings.push(setting)
            return { rows: [] }
          }
          const before = beginning.take()
          if (before) await database.exec(before)
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
      beginnings.set(slot, beginning)
      return slot
    },
    async releaseConnection(slot) {
      releases.get(slot)?.()
    },
    async beginTransaction(slot) {
      const beginning = beginnings.get(slot)
      if (beginning) beginning.isOpen = true
    },
    commitTransaction: (slot) => end(slot, 'commit'),
    rollbackTransaction: (slot) => end(slot, 'rollback'),
  }
}
