import type { Kysely } from 'kysely'

/** The parts of a database session that the sandbox uses; a PGlite has them. */
export interface Session {
  query: <Row = Record<string, unknown>>(
    sql: string,
    parameters?: unknown[],
  ) => Promise<{ rows: Row[]; affectedRows?: number }>
  /** Runs statements without parameters, separated by semicolons. */
  exec: (sql: string) => Promise<unknown>
  transaction: <T>(work: (session: Pick<Session, 'query' | 'exec'>) => Promise<T>) => Promise<T>
  listen: (channel: string, receive: (payload: string) => void) => Promise<unknown>
  close: () => Promise<void>
}

/** The parts of @supabase/lite's connection that the sandbox uses. Its type depends on the dialect; the contract tests check these. */
export interface LiteConnection<Driver extends Session = Session> {
  driver: Driver
  kysely: Kysely<unknown>
  ensureRlsContext: () => Promise<boolean>
  normalizeDbError: (error: unknown) => unknown
  clearSchemaCache?: () => Promise<void>
  close: () => Promise<void>
}

const isoTime = (text: string) => text.replace(' ', 'T')

/** PostgREST prints numeric as a number and timestamps in ISO form; the drivers return texts or dates by default. */
export const PARSERS = {
  numeric: (text: string) => Number(text),
  timestamptz: (text: string) => isoTime(text).replace(/([+-]\d\d)$/, '$1:00'),
  timestamp: isoTime,
}

/** PostgreSQL's numbers of these types. */
export const TYPES = { numeric: 1700, timestamptz: 1184, timestamp: 1114 } as const

// PGlite passes texts on and writes other values as JSON or in ISO form; so does the client of PostgreSQL with these.
export const jsonText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
export const timeText = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value))
