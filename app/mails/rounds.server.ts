import { CatalogueCache } from '~/platform/cache/catalogue-cache.server'
import type { Shop } from '~/platform/shop.server'
import type { Settings } from '~/platform/env.server'
import { createLog } from '~/platform/log.server'
import { startRounds } from '~/platform/attempt.server'
import { openBackends } from '~/platform/supabase/clients.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { sendOrderMails, type Run } from './outbox.server'
import { sendOrderPushes } from './pushes.server'

/**
 * Sends due mails and messages to browsers every `MAIL_SECONDS` until the process ends. This covers mails about operators' changes, and
 * retries. Does nothing if the setting is 0.
 */
export function startMailRounds(
  shop: Pick<Shop, 'backends' | 'background' | 'catalogue' | 'log' | 'settings' | 'stopping'>,
): void {
  startRounds(shop, shop.settings.MAIL_SECONDS, 'order mails not sent', () => sendOrderMails(shop))
  if (shop.settings.VAPID_PRIVATE_KEY)
    startRounds(shop, shop.settings.MAIL_SECONDS, 'browsers not told of orders', () => sendOrderPushes(shop))
}

/**
 * Sends due mails and messages to browsers for a timer or an operator, and logs to standard error. Returns the counts, with those of
 * waiting mails and of mails given up lately.
 */
export async function runMails(settings: Settings): Promise<Run & { waiting: number; givenUpLately: number }> {
  const log = createLog(settings.LOG_LEVEL, 'stderr')
  const shop = { backends: openBackends(settings), catalogue: new CatalogueCache(log), log, settings }
  const [run] = await Promise.all([sendOrderMails(shop), sendOrderPushes(shop)])
  const { data, error } = await serviceClient(shop, 'send order mails').rpc('count_order_mails')
  if (error) throw new Error(`Order mails were not counted: ${error.message}`, { cause: error })
  const { waiting, given_up: givenUpLately } = data as { waiting: number; given_up: number }
  return { ...run, waiting, givenUpLately }
}
