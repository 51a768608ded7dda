import type { Settings } from '~/platform/env.server'
import { openBackends } from '~/platform/supabase/clients.server'
import { serviceClient } from '~/platform/supabase/service-client.server'

/** Returns the payments that operators have to refund, oldest first (database function `list_refunds_due`). */
export async function listRefundsDue(settings: Settings): Promise<unknown[]> {
  const { data, error } = await serviceClient({ backends: openBackends(settings) }, 'list refunds').rpc(
    'list_refunds_due',
  )
  if (error) throw new Error(`Refunds were not read: ${error.message}`, { cause: error })
  return data
}
