import type { Needs } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'

/**
 * Takes one mail to an address that somebody typed from its budget, which all kinds of mail share (database function `take_mail`,
 * decision 155). Returns how many seconds to wait, or null if the mail may be sent. Throws if the database fails.
 */
export async function takeMail(context: Needs<'backends'>, email: string): Promise<number | null> {
  const { data, error } = await serviceClient(context, 'count mails to an address').rpc('take_mail', { p_email: email })
  if (error) throw new Error(`A mail was not counted: ${error.message}`, { cause: error })
  return data
}
