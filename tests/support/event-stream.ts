import { EventSource } from 'eventsource'
import { CHAT } from './chat.ts'
import type { Visitor } from './visitor.ts'

/** A listener to a conversation like a browser: it reconnects with the last event ID. */
export interface Listener {
  /** The text of each message, in order of arrival. */
  heard: string[]
  source: EventSource
}

export function listen(url: string, visitor: Visitor, conversation: string, after = 0): Listener {
  const cookie = visitor.cookieHeader
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
