import { z } from 'zod'
import { inLanguage } from '~/language/current.server'
import type { Needs } from '~/platform/context.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { storedAmount } from '~/platform/supabase/stored-money'
import { sendPush } from '~/platform/web-push.server'
import { newOrderSubject } from './wording'

type Shop = Needs<'backends' | 'settings' | 'log'>

/** A message to a browser as the database function `claim_order_pushes` returns it, with the order that it is about. */
const claimedPushSchema = z.object({
  order: z.guid(),
  browser: z.guid(),
  attempts: z.number(),
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  order_id: z.string(),
  total_amount: storedAmount,
  payment_method: z.string(),
})
type ClaimedPush = z.infer<typeof claimedPushSchema>

/**
 * Tells operators' browsers of new orders, where that is due (decision 238). Beside the mails, which don't wait for it. Several runs may
 * overlap, as those of `sendOrderMails`. Throws if the database fails.
 */
export async function sendOrderPushes(shop: Shop, send = sendPush): Promise<void> {
  if (!shop.settings.VAPID_PRIVATE_KEY) return
  for (;;) {
    const claimed = await claim(shop)
    if (claimed.length === 0) return
    await Promise.all(claimed.map((push) => sendOne(shop, push, send)))
  }
}

async function claim(shop: Shop): Promise<ClaimedPush[]> {
  const { data, error } = await serviceClient(shop, 'tell browsers of orders').rpc('claim_order_pushes', {})
  if (error) throw new Error(`Messages to browsers not claimed: ${error.message}`, { cause: error })
  return z.array(claimedPushSchema).parse(data)
}

async function sendOne(shop: Shop, push: ClaimedPush, send: typeof sendPush): Promise<void> {
  // Push services read none of it, but a locked phone shows it.
  const message = {
    title: inLanguage('en', () => newOrderSubject(push)),
    url: `/desk/orders/${encodeURIComponent(push.order_id)}`,
  }
  const result = await send(shop.settings, push, message)
  const problem = result.outcome === 'failed' ? result.problem : undefined
  if (problem) shop.log.warn({ event: 'browser not told of an order', attempts: push.attempts, problem })
  const { error } = await serviceClient(shop, 'tell browsers of orders').rpc('settle_order_push', {
    p_order: push.order,
    p_browser: push.browser,
    p_attempt: push.attempts,
    p_outcome: result.outcome,
    p_problem: problem,
  })
  if (error) throw new Error(`A message to a browser was not settled: ${error.message}`, { cause: error })
}
