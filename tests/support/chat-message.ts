import type { Message } from '../../app/chat/chat.ts'

/** Returns an agent's message, with what a test says of it. */
export const message = (position: number, more: Partial<Message> = {}): Message => ({
  id: `id-${position}`,
  tempId: null,
  position,
  sender: 'agent',
  text: `Message ${position}`,
  at: position,
  attachment: null,
  order: null,
  options: [],
  ...more,
})
