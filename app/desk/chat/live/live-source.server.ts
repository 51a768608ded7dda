import type { StreamSource } from '~/chat/live/message-stream.server'
import { EVERY_KEY } from '~/platform/supabase/live-inserts.server'
import { isStillAtDesk, type Operator } from '../../access/operator.server'
import type { TalkFilter } from '../talk-filters'
import { listTalks, readTalkNews } from '../talks.server'
import type { ShownTalk } from './talk-state'

/** Returns what the page of a conversation listens to; null if there is no such conversation. */
export async function talkSource(operator: Operator, id: string): Promise<StreamSource<ShownTalk> | null> {
  if ((await readTalkNews(operator, id, Number.MAX_SAFE_INTEGER)) === null) return null
  return {
    owner: operator.id,
    conversation: id,
    async read(position) {
      const news = await readTalkNews(operator, id, position)
      if (!news) throw new Error('The conversation was deleted.')
      const { messages, ...conversations } = news
      return { messages, conversations }
    },
    watched: () => [id],
    verify: () => isStillAtDesk(operator),
  }
}

export function inboxSource(
  operator: Operator,
  filter: TalkFilter,
  page: number,
): StreamSource<Awaited<ReturnType<typeof listTalks>>> {
  return {
    owner: operator.id,
    conversation: null,
    read: async () => ({ messages: [], conversations: await listTalks(operator, filter, page) }),
    watched: () => [EVERY_KEY],
    verify: () => isStillAtDesk(operator),
  }
}
