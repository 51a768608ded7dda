import { z } from 'zod'
import { translated } from '~/language/translated'
import type { Needs, Reporting } from '~/platform/context.server'
import { attemptMain } from '~/platform/attempt.server'

const worksSchema = z.array(
  translated(
    z.object({
      id: z.guid(),
      title: z.string(),
      category: z.string(),
      /** The category in English, as addresses have it. */
      group: z.string(),
      year: z.number(),
      description: z.string(),
      image_url: z.string().nullable(),
      link: z.string().nullable(),
      is_featured: z.boolean(),
    }),
  ),
)
export type Work = z.infer<typeof worksSchema>[number]

/** Returns the active works in display order, or null if they can't be read. */
export function listWorks(context: Needs<'backends' | 'catalogue' | Reporting>): Promise<Work[] | null> {
  const { catalogue, backends } = context
  const cached = catalogue.get('works', async () => {
    const { data, error } = await backends.anonymous
      .from('company_works')
      .select('id, title, category, group:category, year, description, image_url, link, is_featured, translations')
      .eq('is_active', true)
      .order('display_order')
    if (error) throw new Error(`No works: ${error.message}`, { cause: error })
    return worksSchema.parse(data)
  })
  return attemptMain(context, 'works not read', () => cached)
}

const positionsSchema = z.array(
  translated(
    z.object({
      id: z.guid(),
      title: z.string(),
      department: z.string(),
      /** The department in English, as addresses have it. */
      group: z.string(),
      location: z.string(),
      type: z.string(),
      description: z.string(),
      responsibilities: z.array(z.string()),
      requirements: z.array(z.string()),
    }),
  ),
)
export type Position = z.infer<typeof positionsSchema>[number]

/** Returns the open positions, or null if they can't be read. */
export function listPositions(context: Needs<'backends' | 'catalogue' | Reporting>): Promise<Position[] | null> {
  const { catalogue, backends } = context
  const cached = catalogue.get('positions', async () => {
    const { data, error } = await backends.anonymous
      .from('career_positions')
      .select(
        'id, title, department, group:department, location, type, description, responsibilities, requirements, translations',
      )
      .eq('is_active', true)
      .order('title')
    if (error) throw new Error(`No positions: ${error.message}`, { cause: error })
    return positionsSchema.parse(data)
  })
  return attemptMain(context, 'positions not read', () => cached)
}
