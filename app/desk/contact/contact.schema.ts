import { z } from 'zod'
import { text, version } from '../form/form-fields'

/** The form that marks a message as answered, with a note for colleagues, or as open again. */
export const answeredSchema = z.object({ id: z.guid(), version, note: text(300).optional() })
