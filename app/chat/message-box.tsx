import { useEffect, useRef, useState } from 'react'
import { Icon } from '~/ui/icon'
import { MOST_ATTACHMENT_BYTES, MOST_CHARACTERS, TEXTS } from './chat'
import { ChatForm } from './chat-form'
import type { Chat } from './use-chat'

/** Words, a file, and the button that sends them. What can't be sent stays in the box. */
export function MessageBox({ chat }: { chat: Chat }) {
  const { text, setText } = chat
  const [file, setFile] = useState<File | null>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const textInput = useRef<HTMLInputElement>(null)
  const isEmpty = !text.trim() && !file
  // Chosen before React came.
  useEffect(() => setFile(fileInput.current?.files?.[0] ?? null), [])

  function put(chosen: File | null): void {
    setFile(chosen)
    if (!fileInput.current) return
    const files = new DataTransfer()
    if (chosen) files.items.add(chosen)
    fileInput.current.files = files.files
  }

  function choose(): void {
    const chosen = fileInput.current?.files?.[0] ?? null
    if (chosen && chosen.size > MOST_ATTACHMENT_BYTES) {
      chat.setProblem(TEXTS.tooLarge)
      return put(null)
    }
    setFile(chosen)
  }

  function clear(): void {
    put(null)
    textInput.current?.focus({ preventScroll: true })
  }

  return (
    <ChatForm
      chat={chat}
      intent="send"
      className="message-box"
      label="New message"
      hasFile
      sent={() => ({ text, ...(file ? { file: file.name } : {}) })}
      onStart={clear}
      onRefused={() => put(file)}
    >
      {file ? (
        <p className="chosen-file">
          <Icon name="clip" small />
          <span>{file.name}</span>
          <button type="button" className="icon-button" onClick={() => put(null)}>
            <Icon name="close" small label={`Remove ${file.name}`} />
          </button>
        </p>
      ) : null}
      <label className="attach">
        <Icon name="clip" />
        <span className="hidden-visually">Attach a file</span>
        <input
          ref={fileInput}
          type="file"
          name="attachment"
          accept="image/jpeg,image/png,image/webp,application/pdf"
          onChange={choose}
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
        maxLength={MOST_CHARACTERS}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button className="button" disabled={chat.isScripted && (chat.isSending || isEmpty)}>
        <Icon name="send" label="Send" />
      </button>
    </ChatForm>
  )
}
