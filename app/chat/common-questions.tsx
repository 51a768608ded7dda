import { m } from '~/language/messages'
import { freeText } from '~/ui/free-text'
import { CHAT, type Question } from './chat'
import { ChatForm } from './chat-form'
import type { Chat } from './use-chat'

interface CommonQuestionsProps {
  chat: Chat
  /** Null when loading them failed. */
  questions: Question[] | null
}

/** The 'Common Questions' panel: category chips, and a button per question that sends it (CT-29 to CT-31). */
export function CommonQuestions({ chat, questions }: CommonQuestionsProps) {
  const { state, tell } = chat
  const { category: chosen, isOpen } = state.questions
  const target = state.conversation ? `conversation=${state.conversation.id}` : 'mode=predefined'
  const categories = [...new Set(questions?.map((question) => question.category))]
  const chip = (name: string, value: string | null) => (
    <li key={name}>
      <a
        href={`${CHAT}?${target}&category=${encodeURIComponent(value ?? '')}#chat`}
        aria-current={(chosen || null) === value ? 'true' : undefined}
        onClick={(event) => {
          event.preventDefault()
          tell({ type: 'category chosen', category: value })
        }}
      >
        {name}
      </a>
    </li>
  )
  return (
    <details
      className="questions"
      open={isOpen}
      onToggle={(event) => tell({ type: 'questions toggled', isOpen: event.currentTarget.open })}
      suppressHydrationWarning
    >
      <summary>{m.chat_common_questions()}</summary>
      {questions ? null : <p className="muted">{m.chat_no_questions_now()}</p>}
      <nav aria-label={m.chat_categories()}>
        <ul className="chips">
          {chip(m.chat_all(), null)}
          {categories.map((name) => chip(name, name))}
        </ul>
      </nav>
      <ChatForm chat={chat} intent="ask" className="question-list" label={m.chat_questions()}>
        {questions
          ?.filter((question) => !chosen || question.category === chosen)
          .map(({ id, text }) => (
            <button key={id} name="question" value={id} {...freeText(text)} aria-disabled={chat.isSending || undefined}>
              {text}
            </button>
          ))}
      </ChatForm>
    </details>
  )
}
