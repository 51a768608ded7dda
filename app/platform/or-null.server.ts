import type { RequestContext } from './context.server'
import { describeError } from './log.server'

/** What `answer` brings; null once its failure is in the log. For parts of a page whose failing leaves the rest. */
export async function orNull<Answer>(
  { log, requestId, noteGap }: Pick<RequestContext, 'log' | 'requestId' | 'noteGap'>,
  event: string,
  answer: Promise<Answer>,
): Promise<Answer | null> {
  try {
    return await answer
  } catch (error) {
    noteGap(event)
    log.error({ event, requestId, ...describeError(error) })
    return null
  }
}
