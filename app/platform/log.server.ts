import { createHash } from 'node:crypto'
import pino, { type Logger } from 'pino'

export type Log = Logger

/** Lines are written together, since a write for each costs a cached page a sixth of its throughput. */
const FLUSH_EVERY = 10
const FLUSH_BYTES = 8 * 1024
const WARN = 40

/**
 * Creates the log: one JSON line for each event. Only what a caller names is written; nothing of a request is copied
 * wholesale. Warnings and errors are written at once, other lines within 10 ms and before the process ends.
 */
export function createLog(level: string): Log {
  const destination = pino.destination({ fd: 1, sync: false, minLength: FLUSH_BYTES, periodicFlush: FLUSH_EVERY })
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        logMethod(parameters, method, severity) {
          method.apply(this, parameters)
          if (severity >= WARN) destination.flush()
        },
      },
    },
    destination,
  )
}

/** A shopper in logs: the same for the same person, and nobody's name. */
export function shopperHash(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 12)
}

/** Causes of causes are followed this far. */
const MAX_CAUSES = 3

/**
 * Returns what may be logged of an error: its name, code and message, where it was thrown, and the same of its cause. An error
 * of the database is an object whose `details` may hold a shopper's data, so those are left out.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (typeof error !== 'object' || error === null) return { error: String(error).slice(0, 300) }
  const isError = error instanceof Error
  const cause = isError && error.cause !== undefined && depth < MAX_CAUSES ? error.cause : undefined
  return {
    error: isError ? error.name : 'not an Error',
    code: 'code' in error ? String(error.code) : undefined,
    message: 'message' in error ? String(error.message).slice(0, 500) : undefined,
    at: isError ? error.stack?.split('\n')[1]?.trim() : undefined,
    cause: cause === undefined ? undefined : describeError(cause, depth + 1),
  }
}
