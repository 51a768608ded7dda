import { m } from '~/language/messages'
import { z } from 'zod'

export const cancelSchema = z.object({
  reason: z
    .string()
    .trim()
    .max(300, { error: () => m.returns_under({ max: 300 }) })
    .default(''),
})
