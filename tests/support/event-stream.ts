import { EventSource } from 'eventsource'
import { CHAT } from './chat.ts'
import type { Visitor } from './visitor.ts'

/** What a page hears of a conversation, as a browser does: it comes back by itself, with the last id it has heard. */
export interface Listener {
  /** The text of each message, as it came. */
  heard: string[]
  source: EventSource
}

/** Listens to a conversation at a shop's address as this visitor. */
export function listen(url: string, visitor: Visitor, conversation: string, after = 0): Listener {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const heard: string[] = []
  const source = new EventSource(`${url}${CHAT}/events?conversation=${conversation}&after=${after}`, {
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init.headers, cookie } }),
  })
  source.addEventListener('message', (event) => {
    const { text } = JSON.parse(event.data) as { text: string }
    heard.push(text)
  })
  return { heard, source }
}
