import type { FormEvent } from 'react'
import type { ChatRefusal, ChatUpdate } from '../chat'
import type { ChatIntent, ChatState, PageEvent } from '../state/chat-state'
import { failureOf, replyDelay } from '../state/transitions'

/** In milliseconds. */
const RESPONSE_TIMEOUT = 30_000

/** What a form sends: the text to show meanwhile, and whether the file of the message box goes with it. */
export interface SentForm {
  intent: ChatIntent
  text: string
  hasFile: boolean
}

interface Sending {
  state: ChatState
  tell: (event: PageEvent) => void
  /** Sends the form. Resolves to null when there was nothing to do. */
  send: (form: FormData) => Promise<ChatUpdate | ChatRefusal | null>
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

export async function submitInPlace(
  event: FormEvent<HTMLFormElement>,
  { intent, text, hasFile }: SentForm,
  { state, tell, send }: Sending,
): Promise<void> {
  event.preventDefault()
  const form = new FormData(event.currentTarget)
  const { submitter } = event.nativeEvent as SubmitEvent
  if (submitter instanceof HTMLButtonElement && submitter.name) form.append(submitter.name, submitter.value)
  const file = hasFile ? state.file : null
  // The file of a refused message isn't in its field any more.
  if (file) form.set('attachment', file)
  tell({ type: 'sent', intent, text, file })
  const [outcome] = await Promise.all([send(form).catch(() => failureOf(intent, state)), pause(replyDelay(intent))])
  if (outcome && 'problem' in outcome) tell({ type: 'refused', refusal: outcome })
  else tell({ type: 'accepted', update: outcome })
}

export async function postForm(url: string, form: FormData): Promise<{ status: number; body: unknown }> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), RESPONSE_TIMEOUT)
  try {
    const headers = { accept: 'application/json' }
    const response = await fetch(url, { method: 'POST', body: form, headers, signal: controller.signal })
    return { status: response.status, body: await response.json() }
  } finally {
    clearTimeout(timer)
  }
}
