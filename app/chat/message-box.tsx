import { m } from '~/language/messages'
import { useRef } from 'react'
import { Icon } from '~/ui/icon'
import { pendingProps } from '~/ui/submit-button'
import { MAX_MESSAGE_LENGTH } from './chat'
import { ChatForm } from './chat-form'
import { ChosenFile, useFileField } from './chosen-file'
import type { Chat } from './use-chat'

/** The message box: text, a file and the send button. A message that can't be sent stays in the box. */
export function MessageBox({ chat }: { chat: Chat }) {
  const { state, tell } = chat
  const { text, file } = state
  const fileInput = useFileField(state, tell)
  const textInput = useRef<HTMLInputElement>(null)
  const isEmpty = !text.trim() && !file
  return (
    <ChatForm
      chat={chat}
      intent="send"
      className="message-box"
      label={m.chat_new_message()}
      hasFile
      text={text}
      onSent={() => textInput.current?.focus({ preventScroll: true })}
    >
      {file ? <ChosenFile name={file.name} tell={tell} /> : null}
      <label className="attach">
        <Icon name="clip" />
        <span className="hidden-visually">{m.chat_attach_a_file()}</span>
        <input
          ref={fileInput}
          type="file"
          name="attachment"
          accept="image/jpeg,image/png,image/webp,application/pdf"
          onChange={(event) => tell({ type: 'file chosen', file: event.currentTarget.files?.[0] ?? null })}
        />
      </label>
      <input
        ref={textInput}
        name="text"
        aria-label={m.chat_message()}
        placeholder={m.chat_type_a_message()}
        autoComplete="off"
        enterKeyHint="send"
        dir="auto"
        maxLength={MAX_MESSAGE_LENGTH}
        value={text}
        onChange={(event) => tell({ type: 'text typed', text: event.currentTarget.value })}
      />
      <button
        className="button"
        {...pendingProps(chat.isSending)}
        disabled={state.isScripted && isEmpty && !chat.isSending}
      >
        {chat.isSending ? (
          <span className="hidden-visually">{m.chat_send()}</span>
        ) : (
          <Icon name="send" label={m.chat_send()} />
        )}
      </button>
    </ChatForm>
  )
}
