import { setTimeout as delay } from 'node:timers/promises'
import type { Shop } from '~/platform/context.server'
import type { Settings } from '~/platform/env.server'
import { createLog, describeError } from '~/platform/log.server'
import { openBackends } from '~/platform/supabase/clients.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { SECOND } from '~/platform/time'
import { sendOrderMails, type Run } from './outbox.server'

/**
 * Sends the mails that are due every `MAIL_SECONDS` until the process ends: also those of changes by operators, and those that
 * couldn't be sent before. With 0 it does nothing.
 */
export function startMailRounds(shop: Pick<Shop, 'backends' | 'background' | 'log' | 'settings' | 'stopping'>): void {
  const { settings, stopping, background } = shop
  if (settings.MAIL_SECONDS === 0) return
  const rounds = async () => {
    while (!stopping.aborted) {
      try {
        await delay(settings.MAIL_SECONDS * SECOND, undefined, { signal: stopping, ref: false })
        await sendOrderMails(shop)
      } catch (error) {
        if (!stopping.aborted) shop.log.error({ event: 'order mails not sent', ...describeError(error) })
      }
    }
  }
  background.add(rounds())
}

/** Sends the mails that are due, for a timer or an operator, without a log: why one failed stands in its row. Returns what it did, and how many wait or were given up lately. */
export async function runMails(settings: Settings): Promise<Run & { waiting: number; givenUpLately: number }> {
  const shop = { backends: openBackends(settings), log: createLog('silent'), settings }
  const run = await sendOrderMails(shop)
  const { data, error } = await serviceClient(shop, 'send order mails').rpc('count_order_mails')
  if (error) throw new Error(`Order mails were not counted: ${error.message}`, { cause: error })
  const { waiting, given_up: givenUpLately } = data as { waiting: number; given_up: number }
  return { ...run, waiting, givenUpLately }
}
