import { serviceClient } from './people.ts'
import { dom } from './page-dom.ts'
import { formFields, type Fields, type Page, type Visitor } from './visitor.ts'

export const CHAT = '/profile/chat-support'

/** Identifies one of the chat's forms by a text that only it contains. */
const MARKERS = {
  box: 'name="attachment"',
  order: 'name="orderNumber"',
  question: 'name="question"',
  option: 'name="text" value',
}

/** Submits a form of the chat page like a browser without scripts, with these fields filled in. */
export async function sendForm(
  visitor: Visitor,
  path: string,
  form: keyof typeof MARKERS,
  fields: Fields,
): Promise<Page> {
  const { html } = await visitor.get(path)
  const element = dom({ html } as Page)
    .querySelectorAll('main form')
    .find((one) => one.outerHTML.includes(MARKERS[form]))
  const action = element?.getAttribute('action')?.replace(/#.*/, '').replaceAll('&amp;', '&') ?? path
  return visitor.post(action, { ...formFields(html, MARKERS[form]), ...fields })
}

/** Starts a general chat with this text. Returns the new conversation's ID. */
export async function startChat(visitor: Visitor, text = 'Assalam o alaikum'): Promise<string> {
  return conversationOf(await sendForm(visitor, `${CHAT}?mode=general`, 'box', { text }))
}

export function conversationOf({ url, text }: Pick<Page, 'url' | 'text'>): string {
  const [, id] = /conversation=([0-9a-f-]{36})/.exec(url) ?? []
  if (!id) throw new Error(`No conversation at ${url}: ${text.slice(0, 300)}`)
  return id
}

/** Inserts a row like an operator in Studio. */
export async function answerAsAgent(
  conversation: string,
  message: {
    message_text?: string
    sender_type?: string
    attachment_url?: string
    attachment_type?: string
    metadata?: object
  },
  backend = serviceClient(),
): Promise<void> {
  const { error } = await backend
    .from('chat_messages')
    .insert({ conversation_id: conversation, ...message, metadata: { ...message.metadata } })
  if (error) throw error
}
