import type { Settings } from '~/platform/env.server'
import { openBackends } from '~/platform/supabase/clients.server'
import { serviceClient } from '~/platform/supabase/service-client.server'

/** Returns the returns that need an operator, oldest first (database function `list_open_returns`). */
export async function listOpenReturns(settings: Settings): Promise<unknown[]> {
  const { data, error } = await serviceClient({ backends: openBackends(settings) }, 'keep returns').rpc(
    'list_open_returns',
  )
  if (error) throw new Error(`Returns were not read: ${error.message}`, { cause: error })
  return data
}
