import { z } from 'zod'
import { required, text, tick, upload, version } from '../../form/form-fields'

export const categorySchema = z.object({
  version,
  name: required('Please enter a name.', 80),
  description: text(300).default(''),
  parent_id: z.guid().optional(),
  size_chart: z.string().max(30).optional(),
  is_active: tick,
  is_home: tick,
  is_browse_section: tick,
  file: upload,
  without_picture: tick,
})

/** A new category, which isn't shown yet. */
export const newCategorySchema = categorySchema.pick({ name: true, parent_id: true })
