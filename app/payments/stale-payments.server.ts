import { z } from 'zod'
import type { Settings } from '~/platform/env.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { openBackends } from '~/platform/supabase/clients.server'

const flaggedSchema = z.object({ unconfirmed: z.number(), failed: z.number(), cancelled: z.number() })

/**
 * Marks card payments without a notification: after 30 minutes as unconfirmed, and when the order's hold ends as failed, which releases
 * its stock and promo code; a later notification still counts if there is stock. Cancels cash orders that nobody confirmed (database
 * function `flag_stale_payments`, decisions 119 and 155). Throws if the database fails.
 */
export async function flagStalePayments(settings: Settings): Promise<z.infer<typeof flaggedSchema>> {
  const { data, error } = await serviceClient({ backends: openBackends(settings) }, 'record a payment').rpc(
    'flag_stale_payments',
  )
  if (error) throw new Error(`Stale payments were not flagged: ${error.message}`, { cause: error })
  return flaggedSchema.parse(data)
}
