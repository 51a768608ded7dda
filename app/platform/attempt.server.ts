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

/** Starts work that the response doesn't wait for. A failure is only logged; the process waits for the work before it ends. */
export function inBackground(
  context: Pick<RequestContext, 'log' | 'requestId' | 'noteGap' | 'background'>,
  event: string,
  work: () => Promise<void>,
): void {
  const running = attempt(context, event, work).finally(() => context.background.delete(running))
  context.background.add(running)
}
