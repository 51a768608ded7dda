import { z } from 'zod'
import { required } from '../form/form-fields'

const text = required('Please write the note.', 1000).transform((typed) => typed.replaceAll('\r\n', '\n'))

export const noteSchema = z.object({ text })

export const removalSchema = z.object({ note: z.guid() })
