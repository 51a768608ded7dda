/** The lists of conversations, with their names (database function `desk_conversations`). */
export const TALK_FILTERS = { waiting: 'Waiting', mine: 'Mine', open: 'All open', closed: 'Closed' } as const
export type TalkFilter = keyof typeof TALK_FILTERS

/** Reads the list from an address; what isn't one counts as those that wait. */
export function talkFilter(parameters: URLSearchParams): TalkFilter {
  const list = parameters.get('list') ?? ''
  return Object.hasOwn(TALK_FILTERS, list) ? (list as TalkFilter) : 'waiting'
}

/** Returns the address of a page of a list. */
export function inboxUrl(filter: TalkFilter, page = 1): string {
  const query = [filter === 'waiting' ? '' : `list=${filter}`, page === 1 ? '' : `page=${page}`].filter(Boolean)
  return `/desk/chat${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Returns the address at which a page of a list listens for changes. */
export function inboxLiveUrl(filter: TalkFilter, page: number): string {
  return `/desk/chat/live?list=${filter}&page=${page}`
}
