import type { RequestContext } from './context.server'
import { describeError } from './log.server'

/** Returns the result of `work`, or null if it throws. A failure is logged as `event` and marks the page incomplete, so it isn't cached. */
export async function attempt<Value>(
  { log, requestId, markIncomplete }: Pick<RequestContext, 'log' | 'requestId' | 'markIncomplete'>,
  event: string,
  work: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await work()
  } catch (error) {
    markIncomplete(event)
    log.error({ event, requestId, ...describeError(error) })
    return null
  }
}

/** Starts work that the response doesn't wait for. A failure is only logged. The process finishes the work before it exits. */
export function inBackground(
  context: Pick<RequestContext, 'log' | 'requestId' | 'markIncomplete' | 'background'>,
  event: string,
  work: () => Promise<void>,
): void {
  const running = attempt(context, event, work).finally(() => context.background.delete(running))
  context.background.add(running)
}
