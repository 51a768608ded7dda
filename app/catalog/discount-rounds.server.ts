import { setTimeout as delay } from 'node:timers/promises'
import { describeError } from '~/platform/log.server'
import type { Shop } from '~/platform/shop.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { SECOND } from '~/platform/time'

/**
 * Starts and ends discounts that are due, every `DISCOUNT_SECONDS` until the process ends (database function `apply_discounts`). Several
 * processes may do so at once. Does nothing if the setting is 0.
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
        const { error } = await serviceClient(shop, 'start and end discounts').rpc('apply_discounts')
        if (error) throw new Error(`Discounts not applied: ${error.message}`, { cause: error })
      } catch (error) {
        if (!stopping.aborted) log.error({ event: 'discounts not applied', ...describeError(error) })
      }
    }
  }
  background.add(rounds())
}
