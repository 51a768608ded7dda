import { z } from 'zod'
import { readWhole } from './whole-number'

/** Returns the schema of a whole number in a form or an address, within two bounds; `error` is what is said of anything else. */
export function whole(least: number, most: number = Number.MAX_SAFE_INTEGER, error?: string | (() => string)) {
  const number = z.number({ error }).min(least, { error }).max(most, { error })
  // Pages show the bounds as attributes of the field.
  return z.preprocess(read, number).meta({ minimum: least, maximum: most })
}

function read(value: unknown): unknown {
  if (value === undefined || value === '') return undefined
  return typeof value === 'number' ? value : readWhole(value)
}
