import { z } from 'zod'
import { emailSchema } from '~/platform/email'

/** Asking for a mail when a size is back. The size is checked against what the product comes in. */
export const StockAlertForm = z.object({
  size: z.string({ error: 'Please select a size' }).min(1, 'Please select a size').max(60),
  email: emailSchema({ missing: 'Email is required', invalid: 'Please enter a valid email address' }),
})

/** What the mailed link confirms. */
export const StockAlert = z.object({ slug: z.string(), size: z.string(), email: z.string() })
export type StockAlert = z.infer<typeof StockAlert>

export const ConfirmAlertForm = z.object({ token: z.string().max(4_000).default('') })

export const EndAlertsForm = z.object({ alert: z.guid('This link is not complete.') })
