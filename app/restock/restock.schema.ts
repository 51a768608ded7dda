import { m } from '~/language/messages'
import { z } from 'zod'
import { emailSchema } from '~/platform/email'

/** Requests a mail when a size is back, or a size in a color: 'M in Black'. It is checked against the product later. */
export const stockAlertSchema = z.object({
  size: z.string({ error: m.restock_size_missing }).min(1, { error: m.restock_size_missing }).max(130),
  email: emailSchema({ missing: m.restock_email_missing, invalid: m.restock_email_invalid }),
})

export const sealedAlertSchema = z.object({
  slug: z.string(),
  size: z.string(),
  // Links that were mailed before have none.
  color: z.string().default(''),
  email: z.string(),
})
export type StockAlert = z.infer<typeof sealedAlertSchema>

export const confirmAlertSchema = z.object({ token: z.string().max(4_000).default('') })

export const endAlertsSchema = z.object({ alert: z.guid({ error: m.restock_link_incomplete }) })
