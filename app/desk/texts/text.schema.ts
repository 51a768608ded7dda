import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { lines, tick, version } from '../form-fields'

const MAX_CONTENT = 50_000

export const textSchema = z.object({
  /** The version that the form was made from. */
  version,
  title: z.string({ error: 'Please enter a title.' }).trim().min(1, 'Please enter a title.').max(200, tooLong(200)),
  content: lines(MAX_CONTENT).default(''),
  description: z.string().trim().max(300, tooLong(300)).optional(),
  is_shown: tick,
})
export type TextForm = z.output<typeof textSchema>
