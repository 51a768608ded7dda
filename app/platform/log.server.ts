import { cutText } from './text'
import { createHash } from 'node:crypto'
import pino, { type Logger } from 'pino'

export type Log = Logger

/** Lines are written in batches: a write for each line would cost a sixth of the throughput of cached pages. */
const FLUSH_EVERY = 10
const FLUSH_BYTES = 8 * 1024
/** After this long without a line the flushes end: the destination writes an empty string at each, 100 a second in an idle shop. */
const FLUSHES_END = 1_000
const WARN = 40

/** The file descriptors of standard output and standard error. */
const OUTPUT = { stdout: 1, stderr: 2 }

/**
 * Creates the log: one JSON line for each event, with only the fields that the caller passes. Warnings and errors are written at
 * once, other lines within 10 ms and before the process exits. Commands that print a result log to `stderr`.
 * `count` is called with the event of each warning and error.
 */
export function createLog(
  level: string,
  output: keyof typeof OUTPUT = 'stdout',
  count: (event: string) => void = () => undefined,
): Log {
  const destination = pino.destination({ fd: OUTPUT[output], sync: false, minLength: FLUSH_BYTES })
  const flushSoon = flusher(() => destination.flush())
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: {
        logMethod(parameters, method, severity) {
          method.apply(this, parameters)
          if (severity >= WARN) {
            destination.flush()
            count(eventOf(parameters[0]))
          }
          flushSoon()
        },
      },
    },
    destination,
  )
}

function eventOf(line: unknown): string {
  return typeof line === 'object' && line !== null && 'event' in line ? String(line.event) : 'other'
}

/** Returns a function that starts regular flushes, or keeps them going. */
export function flusher(flush: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let lastLineAt = 0
  return () => {
    lastLineAt = performance.now()
    timer ??= setInterval(() => {
      flush()
      if (performance.now() - lastLineAt < FLUSHES_END) return
      clearInterval(timer)
      timer = undefined
    }, FLUSH_EVERY).unref()
  }
}

/** Returns a pseudonym of a shopper for logs. */
export function shopperHash(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 12)
}

/** Limits the depth of nested causes and the number of aggregated errors. */
const MAX_CAUSES = 3
const MAX_TEXT = 500

/**
 * Returns the fields of an error that may be logged: name, code, message and where it was thrown, and the same of its causes. The
 * `details` of a database error may hold personal data, so they are left out.
 */
export function describeError(error: unknown, depth = 0): Record<string, unknown> {
  if (typeof error !== 'object' || error === null) return { error: cutText(String(error), 300) }
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
    // Some servers send an object as the message.
    said: typeof message === 'object' && message !== null ? deeper(message) : undefined,
    cause: cause === undefined ? undefined : deeper(cause),
    causes: Array.isArray(errors) ? errors.slice(0, MAX_CAUSES).map(deeper) : undefined,
  }
}

const FIELDS = ['name', 'code', 'status', 'statusText', 'message', 'cause', 'errors', 'stack'] as const

/** Reads the fields that may be logged. Getters of an error may throw. */
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

/** Returns a string, number or boolean as text, and undefined for other values. */
function text(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  return cutText(String(value), MAX_TEXT) || undefined
}
