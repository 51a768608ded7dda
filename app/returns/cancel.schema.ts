import { z } from 'zod'

/** The form that cancels an order. */
export const cancelSchema = z.object({
  reason: z.string().trim().max(300, 'Please keep it under 300 characters.').default(''),
})
