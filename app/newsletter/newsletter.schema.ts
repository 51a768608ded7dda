import { z } from 'zod'

/** What a mailed link says: a subscription, and the proof that the shop wrote it. */
export const linkSchema = z.object({ subscription: z.guid(), token: z.string().max(100) })
export type SubscriptionLink = z.infer<typeof linkSchema>
