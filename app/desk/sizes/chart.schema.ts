import { z } from 'zod'
import { tooLong } from '~/platform/text'
import { required, version } from '../form/form-fields'

/** The grid of sizes is read by `readRows`, since it has as many fields as rows. */
export const chartSchema = z.object({
  version,
  title: required('Please enter a title.', 80),
  advice: required('Please enter how to choose a row.', 300),
  /** Bra sizes, with spaces between; only the table of bras has them. */
  bra_sizes: z.string().max(400, tooLong(400)).default(''),
})

/** A new table, whose sizes are entered on its page. */
export const newChartSchema = chartSchema.pick({ title: true, advice: true }).extend({ unit: z.enum(['cm', 'in']) })
