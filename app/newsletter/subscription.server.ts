import type { Needs } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'

/** Notes that the owner of the address wants the newsletter. Returns whether there is such a subscription. Throws if the database fails. */
export async function confirmSubscription(context: Needs<'backends'>, id: string): Promise<boolean> {
  const { data, error } = await serviceClient(context, 'keep newsletter subscriptions')
    .from('newsletter_subscriptions')
    .update({ confirmed_at: new Date().toISOString() })
    .eq('id', id)
    .select('id')
  if (error) throw new Error(`The subscription was not confirmed: ${error.message}`, { cause: error })
  return data.length > 0
}

/** Forgets a subscription. Throws if the database fails. */
export async function endSubscription(context: Needs<'backends'>, id: string): Promise<void> {
  const { error } = await serviceClient(context, 'keep newsletter subscriptions')
    .from('newsletter_subscriptions')
    .delete()
    .eq('id', id)
  if (error) throw new Error(`The subscription was not ended: ${error.message}`, { cause: error })
}
