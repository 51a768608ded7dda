import { z } from 'zod'
import { text, version } from '../form/form-fields'

export const reopenedSchema = z.object({ id: z.guid(), version })

/** The note is for colleagues. */
export const answeredSchema = reopenedSchema.extend({ note: text(300).optional() })
