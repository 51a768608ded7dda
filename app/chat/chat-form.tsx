import type { ReactNode } from 'react'
import { CHAT } from './chat'
import type { ChatIntent } from './state/chat-state'
import type { Chat } from './use-chat'

interface ChatFormProps {
  chat: Chat
  intent: ChatIntent
  className?: string
  label?: string
  children: ReactNode
  /** Whether the form uploads the file of the message box. */
  hasFile?: boolean
  /** The text to show while the form is sent; defaults to the label of the pressed button. */
  text?: string
  onSent?: () => void
}

/**
 * A form of the chat. It posts and loads a page without JavaScript; React submits it in place. It isn't a `useShopForm`: areas don't
 * load Conform (decision 4), and a refusal belongs to the conversation, not to a field.
 */
export function ChatForm({ chat, intent, className, label, children, hasFile = false, text, onSent }: ChatFormProps) {
  const { state, mode } = chat
  const { conversation, ids } = state
  const target = conversation ? `conversation=${conversation.id}` : `mode=${mode}`
  return (
    <form
      className={className}
      method="post"
      action={`${CHAT}?${target}#chat`}
      encType={hasFile ? 'multipart/form-data' : undefined}
      aria-label={label}
      noValidate
      aria-busy={chat.isSending || undefined}
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as SubmitEvent
        void chat.submit(event, { intent, text: text ?? submitter?.textContent ?? '', hasFile })
        onSent?.()
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="mode" value={mode ?? ''} />
      {conversation ? <input type="hidden" name="conversation" value={conversation.id} /> : null}
      <input type="hidden" name="newConversation" value={ids.newConversation} />
      <input type="hidden" name="tempId" value={ids.tempId} />
      {children}
    </form>
  )
}
