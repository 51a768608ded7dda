import { z } from 'zod'
import { lines } from '../form/form-fields'

const ASKED = 'Please write the note.'

export const noteSchema = z.object({ text: z.string(ASKED).pipe(lines(1000)).pipe(z.string().min(1, ASKED)) })

export const removalSchema = z.object({ note: z.guid() })
