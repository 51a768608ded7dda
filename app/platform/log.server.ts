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

/** Causes of causes are followed this far, and of several causes side by side so many are told. */
const MAX_CAUSES = 3
const MAX_TEXT = 500

/**
 * Returns what may be logged of an error: its name, code and message, where it was thrown, and the same of its cause. An error
 * of the database is an object whose `details` may hold a shopper's data, so those are left out.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (typeof error !== 'object' || error === null) return { error: String(error).slice(0, 300) }
  const isError = error instanceof Error
  const deeper = (cause: unknown) => (depth < MAX_CAUSES ? describeError(cause, depth + 1) : undefined)
  const { name, code, status, statusText, message, cause, errors, stack } = fieldsOf(error)
  return {
    error: isError ? text(name) : 'not an Error',
    code: text(code),
    status: text(status),
    message:
      text(message) ?? text(statusText) ?? (isError ? undefined : `with ${Object.keys(error).join(', ') || 'nothing'}`),
    at: isError && typeof stack === 'string' ? stack.split('\n')[1]?.trim() : undefined,
    // What a server sent in place of a message is an object like the error itself.
    said: typeof message === 'object' && message !== null ? deeper(message) : undefined,
    cause: cause === undefined ? undefined : deeper(cause),
    causes: Array.isArray(errors) ? errors.slice(0, MAX_CAUSES).map(deeper) : undefined,
  }
}

const FIELDS = ['name', 'code', 'status', 'statusText', 'message', 'cause', 'errors', 'stack'] as const

/** Those fields of an error that may be told, as far as they can be read. */
function fieldsOf(error: object): Partial<Record<(typeof FIELDS)[number], unknown>> {
  return Object.fromEntries(
    FIELDS.map((field) => {
      try {
        return [field, Reflect.get(error, field)]
      } catch {
        return [field, 'not readable']
      }
    }),
  )
}

/** A word or number as text; undefined for anything that has no text of its own, such as an object. */
function text(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  return String(value).slice(0, MAX_TEXT) || undefined
}
