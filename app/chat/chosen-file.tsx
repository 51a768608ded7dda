import { m } from '~/language/messages'
import { useEffect, useRef } from 'react'
import { Icon } from '~/ui/icon'
import type { ChatState, PageEvent } from './state/chat-state'

type Tell = (event: PageEvent) => void

/** Returns the ref of a file field that is kept in step with the chosen file. */
export function useFileField({ isScripted, file }: Pick<ChatState, 'isScripted' | 'file'>, tell: Tell) {
  const field = useRef<HTMLInputElement>(null)
  // A file may have been chosen before hydration.
  useEffect(() => tell({ type: 'file chosen', file: field.current?.files?.[0] ?? null }), [tell])
  // A file that was sent, removed or refused leaves its field, so that it isn't sent with the next message and can be chosen again.
  useEffect(() => {
    if (isScripted && !file && field.current) field.current.value = ''
  })
  return field
}

export function ChosenFile({ name, tell }: { name: string; tell: Tell }) {
  return (
    <p className="chosen-file">
      <Icon name="clip" small />
      <span>{name}</span>
      <button type="button" className="icon-button" onClick={() => tell({ type: 'file chosen', file: null })}>
        <Icon name="close" small label={m.chat_remove({ name })} />
      </button>
    </p>
  )
}
