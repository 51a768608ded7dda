import { z } from 'zod'
import { attempt } from '~/platform/attempt.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { keepRatio, RATIOS } from '~/ui/ratio'

const rulesSchema = z.object({ picture_ratio: z.enum(RATIOS) })

/** Reads the ratio of the shop's pictures, for `shopRatio`. A failure is logged, and it stays as it is. */
export async function readRatio(context: Needs<'backends' | 'catalogue' | Reporting>): Promise<void> {
  const { backends, catalogue } = context
  const rules = await attempt(context, 'ratio of pictures not read', () =>
    catalogue.get('ratio of pictures', async () => {
      const { data, error } = await backends.anonymous.from('listing_rules').select('picture_ratio').single()
      if (error) throw new Error(`No rules of the listing: ${error.message}`, { cause: error })
      return rulesSchema.parse(data)
    }),
  )
  if (rules) keepRatio(rules.picture_ratio)
}
