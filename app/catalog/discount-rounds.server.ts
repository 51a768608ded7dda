import { startRounds } from '~/platform/attempt.server'
import type { Shop } from '~/platform/shop.server'
import { serviceClient } from '~/platform/supabase/service-client.server'

/**
 * Starts and ends discounts and banners that are due, and counts the statistics of the home page and what sells, every `DISCOUNT_SECONDS`
 * until the process ends (database functions `apply_discounts`, `refresh_home` and `count_sold`). Several processes may do so at once. Does nothing if the
 * setting is 0.
 */
export function startDiscountRounds(
  shop: Pick<Shop, 'backends' | 'background' | 'log' | 'settings' | 'stopping'>,
): void {
  startRounds(shop, shop.settings.DISCOUNT_SECONDS, 'discounts not applied', async () => {
    const client = serviceClient(shop, 'start and end discounts and banners')
    for (const due of ['apply_discounts', 'refresh_home', 'count_sold'] as const) {
      const { error } = await client.rpc(due)
      if (error) throw new Error(`Not applied, ${due}: ${error.message}`, { cause: error })
    }
  })
}
