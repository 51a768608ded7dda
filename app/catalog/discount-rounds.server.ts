import { setTimeout as delay } from 'node:timers/promises'
import { describeError } from '~/platform/log.server'
import type { Shop } from '~/platform/shop.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { SECOND } from '~/platform/time'

/**
 * Starts and ends discounts and banners that are due, and counts the statistics of the home page, every `DISCOUNT_SECONDS` until the
 * process ends (database functions `apply_discounts` and `refresh_home`). Several processes may do so at once. Does nothing if the
 * setting is 0.
 */
export function startDiscountRounds(
  shop: Pick<Shop, 'backends' | 'background' | 'log' | 'settings' | 'stopping'>,
): void {
  const { settings, stopping, background, log } = shop
  if (settings.DISCOUNT_SECONDS === 0) return
  const rounds = async () => {
    while (!stopping.aborted) {
      try {
        await delay(settings.DISCOUNT_SECONDS * SECOND, undefined, { signal: stopping, ref: false })
        const client = serviceClient(shop, 'start and end discounts and banners')
        for (const due of ['apply_discounts', 'refresh_home'] as const) {
          const { error } = await client.rpc(due)
          if (error) throw new Error(`Not applied, ${due}: ${error.message}`, { cause: error })
        }
      } catch (error) {
        if (!stopping.aborted) log.error({ event: 'discounts not applied', ...describeError(error) })
      }
    }
  }
  background.add(rounds())
}
