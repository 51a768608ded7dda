import type { Moment } from '../state/chat-state'

/** Returns the present moment, for an event of a conversation's page. */
export function thisMoment(): Moment {
  return { now: Date.now(), ids: { tempId: randomId(), newConversation: randomId() } }
}

/** Returns a random UUID (RFC 9562, version 4). `crypto.randomUUID` exists only in secure contexts. */
function randomId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
