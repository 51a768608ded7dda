import type { ReactNode } from 'react'
import { CHAT } from './chat'
import type { Chat } from './use-chat'

interface ChatFormProps {
  chat: Chat
  intent: 'send' | 'ask' | 'order'
  className?: string
  label?: string
  children: ReactNode
  /** Whether the form uploads a file. */
  hasFile?: boolean
  /** The message to show while the form is sent; defaults to the label of the pressed button. */
  sent?: () => { text: string; file?: string }
  onStart?: () => void
  onRefused?: () => void
}

/** A form of the chat. It posts and loads a page without JavaScript; React submits it in place. */
export function ChatForm({
  chat,
  intent,
  className,
  label,
  children,
  hasFile = false,
  sent,
  onStart,
  onRefused,
}: ChatFormProps) {
  const { conversation, mode, ids } = chat
  const target = conversation ? `conversation=${conversation.id}` : `mode=${mode}`
  return (
    <form
      className={className}
      method="post"
      action={`${CHAT}?${target}#chat`}
      encType={hasFile ? 'multipart/form-data' : undefined}
      aria-label={label}
      noValidate
      onSubmit={async (event) => {
        const { submitter } = event.nativeEvent as SubmitEvent
        const submitting = chat.submit(event, sent?.() ?? { text: submitter?.textContent ?? '' })
        onStart?.()
        if (!(await submitting)) onRefused?.()
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
