import { z } from 'zod'
import type { Needs, Reporting } from '~/platform/context.server'
import { attempt } from '~/platform/attempt.server'

const Works = z.array(
  z.object({
    id: z.guid(),
    title: z.string(),
    category: z.string(),
    year: z.number(),
    description: z.string(),
    image_url: z.string().nullable(),
    is_featured: z.boolean(),
  }),
)
export type Work = z.infer<typeof Works>[number]

/** Every active work, in the operators' order; null when they can't be read (then logged). */
export function listWorks(context: Needs<'backends' | 'catalogue' | Reporting>): Promise<Work[] | null> {
  const { catalogue, backends } = context
  const answer = catalogue.get('works', async () => {
    const { data, error } = await backends.anonymous
      .from('company_works')
      .select('id, title, category, year, description, image_url, is_featured')
      .eq('is_active', true)
      .order('display_order')
    if (error) throw new Error(`No works: ${error.message}`, { cause: error })
    return Works.parse(data)
  })
  return attempt(context, 'works not read', () => answer)
}

const Positions = z.array(
  z.object({
    id: z.guid(),
    title: z.string(),
    department: z.string(),
    location: z.string(),
    type: z.string(),
    description: z.string(),
    responsibilities: z.array(z.string()),
    requirements: z.array(z.string()),
  }),
)
export type Position = z.infer<typeof Positions>[number]

/** Every open position; null when they can't be read (then logged). */
export function listPositions(context: Needs<'backends' | 'catalogue' | Reporting>): Promise<Position[] | null> {
  const { catalogue, backends } = context
  const answer = catalogue.get('positions', async () => {
    const { data, error } = await backends.anonymous
      .from('career_positions')
      .select('id, title, department, location, type, description, responsibilities, requirements')
      .eq('is_active', true)
      .order('title')
    if (error) throw new Error(`No positions: ${error.message}`, { cause: error })
    return Positions.parse(data)
  })
  return attempt(context, 'positions not read', () => answer)
}
