import type { RequestContext } from './context.server'
import { describeError } from './log.server'

/**
 * Returns what `work` returns, or null if it throws. The failure is logged under `event`, and the page counts as incomplete,
 * so that it isn't cached.
 */
export async function attempt<Value>(
  { log, requestId, noteGap }: Pick<RequestContext, 'log' | 'requestId' | 'noteGap'>,
  event: string,
  work: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await work()
  } catch (error) {
    noteGap(event)
    log.error({ event, requestId, ...describeError(error) })
    return null
  }
}
