import { useEffect, useRef } from 'react'
import { Icon } from '~/ui/icon'
import { pendingProps } from '~/ui/submit-button'
import { MAX_MESSAGE_LENGTH } from './chat'
import { ChatForm } from './chat-form'
import type { Chat } from './use-chat'

/** The message box: text, a file and the send button. A message that can't be sent stays in the box. */
export function MessageBox({ chat }: { chat: Chat }) {
  const { state, tell } = chat
  const { text, file } = state
  const fileInput = useRef<HTMLInputElement>(null)
  const textInput = useRef<HTMLInputElement>(null)
  const isEmpty = !text.trim() && !file
  // A file may have been chosen before hydration.
  useEffect(() => tell({ type: 'file chosen', file: fileInput.current?.files?.[0] ?? null }), [tell])
  // A file that was sent, removed or refused leaves its field, so that it isn't sent with the next message and can be chosen again.
  useEffect(() => {
    if (state.isScripted && !file && fileInput.current) fileInput.current.value = ''
  })
  return (
    <ChatForm
      chat={chat}
      intent="send"
      className="message-box"
      label="New message"
      hasFile
      text={text}
      onSent={() => textInput.current?.focus({ preventScroll: true })}
    >
      {file ? <ChosenFile name={file.name} remove={() => tell({ type: 'file chosen', file: null })} /> : null}
      <label className="attach">
        <Icon name="clip" />
        <span className="hidden-visually">Attach a file</span>
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
        aria-label="Message"
        placeholder="Type a message..."
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
        {chat.isSending ? <span className="hidden-visually">Send</span> : <Icon name="send" label="Send" />}
      </button>
    </ChatForm>
  )
}

function ChosenFile({ name, remove }: { name: string; remove: () => void }) {
  return (
    <p className="chosen-file">
      <Icon name="clip" small />
      <span>{name}</span>
      <button type="button" className="icon-button" onClick={remove}>
        <Icon name="close" small label={`Remove ${name}`} />
      </button>
    </p>
  )
}
