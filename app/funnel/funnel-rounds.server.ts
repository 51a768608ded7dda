import { setTimeout as delay } from 'node:timers/promises'
import { describeError } from '~/platform/log.server'
import type { Shop } from '~/platform/shop.server'
import { serviceClient } from '~/platform/supabase/service-client.server'
import { SECOND } from '~/platform/time'

type Counting = Pick<Shop, 'backends' | 'services'>

/**
 * Tells the database every `FUNNEL_SECONDS`, and at the end of the process, how often each step of the funnel was counted. Does nothing
 * if the setting is 0.
 */
export function startFunnelRounds(shop: Counting & Pick<Shop, 'background' | 'log' | 'settings' | 'stopping'>): void {
  const { settings, stopping, background, log } = shop
  if (settings.FUNNEL_SECONDS === 0) return
  const rounds = async () => {
    while (!stopping.aborted) {
      const wait = settings.FUNNEL_SECONDS * SECOND
      await delay(wait, undefined, { signal: stopping, ref: false }).catch(() => undefined)
      await tell(shop).catch((error: unknown) => log.error({ event: 'funnel not counted', ...describeError(error) }))
    }
  }
  background.add(rounds())
}

/** Tells sums, not differences, so that the same may be told again. Throws if the database fails; the next round then tells them. */
async function tell(shop: Counting): Promise<void> {
  const { funnel } = shop.services
  if (!funnel.takeChanged()) return
  const counts = funnel.sums().map((sum) => ({ ...sum }))
  const { error } = await serviceClient(shop, 'count the funnel').rpc('count_funnel', {
    p_run: funnel.run,
    p_counts: counts,
  })
  if (error) {
    funnel.markChanged()
    throw new Error(`The funnel was not counted: ${error.message}`, { cause: error })
  }
  funnel.forgetEarlierDays()
}
