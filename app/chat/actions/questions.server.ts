import { z } from 'zod'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { fillTerms } from '~/delivery/terms'
import { attempt } from '~/platform/attempt.server'
import { nameOf } from '~/language/names'
import type { Needs, Reporting } from '~/platform/context.server'
import { succeed } from '~/platform/result'
import type { Shopper } from '~/platform/supabase/session.server'
import { TITLES, type Question } from '../chat'
import { TEXTS } from '../words/chat-texts'
import type { Metadata } from '../chat-rows'
import type { askSchema } from '../chat.schema'
import { addMessage } from '../conversations.server'
import { refuseChat, sendReply, startConversation, type ChatResult } from './chat-result.server'

const questionsSchema = z.array(z.object({ id: z.guid(), question_text: z.string(), category: z.string() }))

export async function listQuestions({ db }: Pick<Shopper, 'db'>): Promise<Question[]> {
  const { data, error } = await db.rpc('get_predefined_questions')
  if (error) throw new Error(`No questions: ${error.message}`, { cause: error })
  return questionsSchema.parse(data).map(({ id, question_text: text, category }) => ({
    id,
    text: nameOf('question', text),
    category: nameOf('topic', category),
  }))
}

/** Returns the answer to a common question; null when it has none yet. */
export async function findAnswer({ db }: Pick<Shopper, 'db'>, question: string): Promise<string | null> {
  const { data, error } = await db.rpc('get_predefined_answer', { p_question_id: question })
  if (error) throw new Error(`No answer: ${error.message}`, { cause: error })
  const answer = z.string().nullable().parse(data)
  return answer && nameOf('reply', answer)
}

const agentOption = (): Metadata => ({ isOption: true, options: [{ label: TEXTS.talkToAgent }] })

export async function askQuestion(
  context: Needs<Reporting | 'backends' | 'catalogue'>,
  shopper: Shopper,
  { conversation, newConversation, question: questionId, tempId }: z.output<typeof askSchema>,
): Promise<ChatResult> {
  const id = conversation ?? newConversation
  const question = (await listQuestions(shopper)).find((one) => one.id === questionId)
  if (!question) return refuseChat(TEXTS.answerFailed, 404)
  const opening = { id, title: TITLES.predefined, mode: 'predefined' } as const
  const started = conversation ? succeed(null) : await startConversation(context, shopper, opening)
  if (!started.ok) return started
  const message = await addMessage(shopper, id, { tempId, text: question.text, isFromPredefined: true })
  if (!message.ok) return refuseChat(TEXTS.loadFailed, 404)
  const found = await attempt(context, 'answer not read', async () => ({
    answer: await findAnswer(shopper, questionId),
  }))
  return sendReply(context, shopper, id, {
    message: message.value,
    tempId,
    text: found ? fillTerms(found.answer ?? TEXTS.noAnswer, await readDeliveryTerms(context)) : TEXTS.answerFailed,
    ...(found?.answer ? {} : { metadata: agentOption() }),
  })
}
