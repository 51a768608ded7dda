import { z } from 'zod'
import { CHART_NAMES } from '~/catalog/product-chart'
import { tooLong } from '~/platform/text'
import { tick, version } from '../../form-fields'

const name = z.string({ error: 'Please enter a name.' }).trim().min(1, 'Please enter a name.').max(80, tooLong(80))

export const categorySchema = z.object({
  /** The version that the form was made from. */
  version,
  name,
  description: z.string().trim().max(300, tooLong(300)).default(''),
  parent_id: z.guid().optional(),
  size_chart: z.enum(CHART_NAMES).optional(),
  is_active: tick,
  is_home: tick,
  is_browse_section: tick,
  /** A picture to upload. */
  file: z
    .instanceof(File)
    .optional()
    .transform((file) => (file && file.size > 0 ? file : null)),
  without_picture: tick,
})
export type CategoryForm = Omit<z.output<typeof categorySchema>, 'file' | 'without_picture'>

/** A new category, which isn't shown yet. */
export const newCategorySchema = z.object({ name, parent_id: z.guid().optional() })
