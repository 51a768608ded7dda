import type { LiteConnection } from './session.ts'

/** Codes that lite already maps like PostgREST. */
const HANDLED = /^(PGRST|PT|42|22|21|55|53)|^(23505|23503|23502|25006)$/

/** Maps an SQLSTATE to PostgREST's HTTP status, for the codes where lite would respond with 500 and no detail. */
function httpStatus(code: string): number {
  if (code === 'P0001') return 400
  if (/^(0L|0P|28)/.test(code)) return 403
  if (code.startsWith('08')) return 503
  if (/^(P0|09|25|2D|3[058]|39|3B|40|5[3-8]|F0|HV|XX)/.test(code)) return 500
  return 400
}

interface DatabaseError {
  code: string
  message: string
  detail?: string
  hint?: string
}

function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
}

/**
 * Makes lite return database errors with their code, message, detail and hint. Also disables `ensureRlsContext`, which grants
 * everything to every role at the first request and would undo every REVOKE of the migrations.
 */
export function keepErrorsAndGrants(connection: LiteConnection): void {
  connection.ensureRlsContext = async () => true
  connection.normalizeDbError = (error) => {
    if (!isDatabaseError(error) || HANDLED.test(error.code)) return error
    const { code, message, detail, hint } = error
    return {
      code: 'PGRST',
      message: JSON.stringify({ code, message, details: detail, hint }),
      detail: JSON.stringify({ status: httpStatus(code), headers: {} }),
    }
  }
}
