import { z } from 'zod'
import type { Options } from '../form/choice-field'

export const ROLES: Options = [
  ['operator', 'Operator'],
  ['manager', 'Manager'],
]

/** A button beside a colleague. */
export const colleagueButton = z.object({ id: z.guid() })
