import { z } from 'zod'
import { required } from '../form/form-fields'

export const noteSchema = z.object({ text: required('Please write the note.', 1000) })

export const removalSchema = z.object({ note: z.guid() })
