import { useEffect, useRef, useState } from 'react'
import { Icon } from '~/ui/icon'
import { MAX_ATTACHMENT_BYTES, MAX_MESSAGE_LENGTH, TEXTS } from './chat'
import { ChatForm } from './chat-form'
import type { Chat } from './use-chat'

/** The message box: text, a file and the send button. A message that can't be sent stays in the box. */
export function MessageBox({ chat }: { chat: Chat }) {
  const { text, setText } = chat
  const [file, setFile] = useState<File | null>(null)
  const fileInput = useRef<HTMLInputElement>(null)
  const textInput = useRef<HTMLInputElement>(null)
  const isEmpty = !text.trim() && !file
  // The file may have been chosen before hydration.
  useEffect(() => setFile(fileInput.current?.files?.[0] ?? null), [])

  function attach(chosen: File | null): void {
    setFile(chosen)
    if (!fileInput.current) return
    const files = new DataTransfer()
    if (chosen) files.items.add(chosen)
    fileInput.current.files = files.files
  }

  function onFileChange(): void {
    const chosen = fileInput.current?.files?.[0] ?? null
    if (chosen && chosen.size > MAX_ATTACHMENT_BYTES) {
      chat.setProblem(TEXTS.tooLarge)
      return attach(null)
    }
    setFile(chosen)
  }

  function clear(): void {
    attach(null)
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
      onRefused={() => attach(file)}
    >
      {file ? (
        <p className="chosen-file">
          <Icon name="clip" small />
          <span>{file.name}</span>
          <button type="button" className="icon-button" onClick={() => attach(null)}>
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
          onChange={onFileChange}
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
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <button className="button" disabled={chat.isScripted && (chat.isSending || isEmpty)}>
        <Icon name="send" label="Send" />
      </button>
    </ChatForm>
  )
}
