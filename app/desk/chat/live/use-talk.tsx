import { useCallback, useEffect, useReducer, type FormEvent } from 'react'
import type { ChatRefusal } from '~/chat/chat'
import { thisMoment } from '~/chat/live/moment'
import { postForm, submitInPlace } from '~/chat/live/submit-in-place'
import { useLiveMessages } from '~/chat/live/use-live-messages'
import { lastPosition, type Moment } from '~/chat/state/chat-state'
import { MINUTE } from '~/platform/time'
import type { SentAnswer } from '../answer.server'
import { nextTalk, startTalk, type ShownTalk, type StartOfTalk, type TalkEvent, type TalkState } from './talk-state'

type Tell = (event: TalkEvent) => void

function reduceTalk(state: TalkState, { event, moment }: { event: TalkEvent; moment: Moment }): TalkState {
  return nextTalk(state, event, moment)
}

/**
 * Returns the state of a conversation's page, and what changes it: `tell` for events of the page, `submit` for the answer. Earlier
 * messages (`isPast`) receive nothing.
 */
export function useTalk(start: StartOfTalk, isPast: boolean) {
  const [state, reduce] = useReducer(reduceTalk, start, startTalk)
  const tell = useCallback<Tell>((event) => reduce({ event, moment: thisMoment() }), [])
  const { chat, talk } = state
  useLiveMessages<ShownTalk>({
    address: isPast || state.hasEnded ? null : `/desk/chat/${talk.id}/live`,
    position: lastPosition(chat),
    isLive: chat.isLive,
    tell,
  })
  useEffect(() => tell({ type: 'hydrated' }), [tell])
  useEffect(() => {
    const timer = setInterval(() => tell({ type: 'time passed' }), MINUTE / 2)
    return () => clearInterval(timer)
  }, [tell])
  return {
    state,
    tell,
    isSending: chat.phase !== 'idle',
    isLive: chat.isLive && !isPast && !state.hasEnded,
    submit: (event: FormEvent<HTMLFormElement>) => submit(event, state, tell),
  }
}
export type OpenTalk = ReturnType<typeof useTalk>

/** Sends the answer in place. Once the session has ended the browser posts it, since the page that comes then keeps what was typed. */
function submit(event: FormEvent<HTMLFormElement>, { chat, talk, hasEnded }: TalkState, tell: Tell): void {
  if (hasEnded) return
  const send = async (form: FormData): Promise<ChatRefusal | null> => {
    form.set('after', String(lastPosition(chat)))
    const { status, body } = await postForm(`/desk/chat/${talk.id}/live`, form)
    const { problem, news } = body as SentAnswer
    if (status === 401) tell({ type: 'ended' })
    if (news) {
      const { messages, ...shown } = news
      tell({ type: 'received', messages })
      tell({ type: 'listed', conversations: shown })
    }
    return problem === null ? null : { problem }
  }
  void submitInPlace(event, { intent: 'send', text: chat.text, hasFile: true }, { state: chat, tell, send })
}
