import { createHash } from 'node:crypto'
import pino, { type Logger } from 'pino'

export type Log = Logger

/** One JSON line an event. Only what a caller names is written; nothing of a request is copied wholesale. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
  })
}

/** A shopper in logs: the same for the same person, and nobody's name. */
export function shopperHash(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 12)
}

/** What may be written of an error: its name, code and message, and where it was thrown. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: String(error).slice(0, 300) }
  const code = 'code' in error ? String(error.code) : undefined
  return { error: error.name, code, message: error.message.slice(0, 500), at: error.stack?.split('\n')[1]?.trim() }
}
