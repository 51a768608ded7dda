import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { version } from '../form-fields'

const text = (max: number, problem: string) =>
  z.string({ error: problem }).trim().min(1, problem).max(max, tooLong(max))

/** The grid of sizes is read by `readRows`, since it has as many fields as rows. */
export const chartSchema = z.object({
  /** The version that the form was made from. */
  version,
  title: text(80, 'Please enter a title.'),
  advice: text(300, 'Please enter how to choose a row.'),
  /** Bra sizes, with spaces between; only the table of bras has them. */
  bra_sizes: z.string().max(400, tooLong(400)).default(''),
})
export type ChartForm = z.output<typeof chartSchema>
