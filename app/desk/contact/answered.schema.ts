import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { version } from '../form-fields'

const MAX_NOTE_LENGTH = 300

/** A message, and the version that the form was made from. */
const mark = { id: z.guid(), version }

export const answeredSchema = z.object({
  ...mark,
  /** For colleagues. */
  note: z.string().trim().max(MAX_NOTE_LENGTH, tooLong(MAX_NOTE_LENGTH)).optional(),
})

export const reopenedSchema = z.object(mark)
