import { z } from 'zod'
import { tick } from '../form/form-fields'

const FILE_WORDS = 'Please choose a file.'

export const uploadSchema = z.object({
  file: z.instanceof(File, { error: FILE_WORDS }).refine(({ size }) => size > 0, 'The file is empty.'),
  new_sizes: tick,
})

/** A button that leads to another dry run. */
export const anotherSchema = z.object({ intent: z.enum(['leave-out', 'reverse']) })
