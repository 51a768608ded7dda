import { setTimeout as delay } from 'node:timers/promises'
import type { RequestContext } from './context.server'
import { describeError } from './log.server'
import type { Shop } from './shop.server'
import { SECOND } from './time'

/** Returns the result of `work`, or null if it throws. A failure is logged as `event` and marks the page incomplete, so it isn't cached. */
export async function attempt<Value>(
  { log, requestId, markIncomplete }: Pick<RequestContext, 'log' | 'requestId' | 'markIncomplete'>,
  event: string,
  work: () => Promise<Value>,
  isMain = false,
): Promise<Value | null> {
  try {
    return await work()
  } catch (error) {
    markIncomplete(event, isMain)
    log.error({ event, requestId, ...describeError(error) })
    return null
  }
}

/** Like `attempt`, for what the page is about: without it the response is 503. */
export function attemptMain<Value>(
  context: Parameters<typeof attempt>[0],
  event: string,
  work: () => Promise<Value>,
): Promise<Value | null> {
  return attempt(context, event, work, true)
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

/** Does something every `seconds` until the process ends; nothing if that is 0. A failure is logged as `event`, and the next round begins. */
export function startRounds(
  { stopping, background, log }: Pick<Shop, 'background' | 'log' | 'stopping'>,
  seconds: number,
  event: string,
  work: () => Promise<unknown>,
): void {
  if (seconds === 0) return
  const rounds = async () => {
    while (!stopping.aborted) {
      try {
        await delay(seconds * SECOND, undefined, { signal: stopping, ref: false })
        await work()
      } catch (error) {
        if (!stopping.aborted) log.error({ event, ...describeError(error) })
      }
    }
  }
  background.add(rounds())
}
