import { z } from 'zod'
import type { Settings } from '~/platform/env.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { openBackends } from '~/platform/supabase/clients.server'

const Flagged = z.object({ unconfirmed: z.number(), failed: z.number() })

/**
 * Marks card payments that nobody has heard of: after 30 minutes as not confirmed yet; when the order's hold ends as failed,
 * with its stock and promo use given back (database function `flag_stale_payments`). A notification that comes later still
 * wins if there is stock. Throws when the database can't be asked.
 */
export async function flagStalePayments(settings: Settings): Promise<z.infer<typeof Flagged>> {
  const { data, error } = await serviceClient({ backends: openBackends(settings) }, 'record a payment').rpc(
    'flag_stale_payments',
  )
  if (error) throw new Error(`Stale payments were not flagged: ${error.message}`, { cause: error })
  return Flagged.parse(data)
}
