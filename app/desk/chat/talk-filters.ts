import { listUrl } from '../list/list-address'

/** The lists of conversations, with their names (database function `desk_conversations`). */
export const TALK_FILTERS = { waiting: 'Waiting', mine: 'Mine', open: 'All open', closed: 'Closed' } as const
export type TalkFilter = keyof typeof TALK_FILTERS

/** Reads the list from an address; what isn't one counts as those that wait. */
export function talkFilter(parameters: URLSearchParams): TalkFilter {
  const list = parameters.get('list') ?? ''
  return Object.hasOwn(TALK_FILTERS, list) ? (list as TalkFilter) : 'waiting'
}

export const inboxUrl = (filter: TalkFilter, page = 1) =>
  listUrl('/desk/chat', { list: filter === 'waiting' ? null : filter, page })

export function inboxLiveUrl(filter: TalkFilter, page: number): string {
  return `/desk/chat/live?list=${filter}&page=${page}`
}
