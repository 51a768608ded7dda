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
import type { LiteConnection, Session } from './session.ts'

/** Runs work while nothing else uses the database's only session. */
export type Exclusively = <T>(work: (database: Session) => Promise<T>) => Promise<T>

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

/**
 * The only connection. Lite begins each request with a dozen small statements, which would take PGlite longer than the request itself,
 * so they are sent at once, before the transaction's first query.
 */
class Slot implements DatabaseConnection {
  #isBeginning = false
  #settings: string[] = []
  readonly #database: Session
  readonly release: () => void

  constructor(database: Session, release: () => void) {
    this.#database = database
    this.release = release
  }

  begin(): void {
    this.#isBeginning = true
  }

  /** Ends a transaction; one in which nothing ran has not begun. */
  async end(statement: 'commit' | 'rollback'): Promise<void> {
    if (!this.#isBeginning) await this.#database.exec(statement)
    this.#isBeginning = false
    this.#settings = []
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const setting = settingIn(query)
    if (setting) {
      this.#settings.push(setting)
      return { rows: [] }
    }
    const settings = this.#settings.length > 0 ? [`select ${this.#settings.join(', ')}`] : []
    const waiting = [...(this.#isBeginning ? ['begin'] : []), ...settings]
    this.#isBeginning = false
    this.#settings = []
    if (waiting.length > 0) await this.#database.exec(waiting.join('; '))
    const result = await this.#database.query<R>(query.sql, [...query.parameters])
    return {
      rows: result.rows,
      numAffectedRows: result.affectedRows === undefined ? undefined : BigInt(result.affectedRows),
    }
  }

  streamQuery(): never {
    throw new Error('The sandbox does not stream query results.')
  }
}

/** Returns a driver whose pool has one slot. `acquire` waits for the slot, and returns the function that frees it. */
function oneSlotDriver(database: Session, acquire: () => Promise<() => void>): Driver {
  // Kysely returns the connections that it acquired.
  const slotOf = (connection: DatabaseConnection) => connection as Slot
  return {
    init: async () => {},
    destroy: async () => {},
    acquireConnection: async () => new Slot(database, await acquire()),
    releaseConnection: async (connection) => slotOf(connection).release(),
    beginTransaction: async (connection) => slotOf(connection).begin(),
    commitTransaction: (connection) => slotOf(connection).end('commit'),
    rollbackTransaction: (connection) => slotOf(connection).end('rollback'),
  }
}
