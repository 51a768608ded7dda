import { z } from 'zod'
import type { Shopper } from '~/platform/supabase/session.server'
import type { Question } from './chat'

const questionsSchema = z.array(z.object({ id: z.guid(), question_text: z.string(), category: z.string() }))

/** Returns the common questions. */
export async function listQuestions({ db }: Shopper): Promise<Question[]> {
  const { data, error } = await db.rpc('get_predefined_questions')
  if (error) throw new Error(`No questions: ${error.message}`, { cause: error })
  return questionsSchema.parse(data).map(({ question_text: text, ...question }) => ({ ...question, text }))
}

/** Returns the answer to a common question; null when it has none yet. */
export async function findAnswer({ db }: Shopper, question: string): Promise<string | null> {
  const { data, error } = await db.rpc('get_predefined_answer', { p_question_id: question })
  if (error) throw new Error(`No answer: ${error.message}`, { cause: error })
  return z.string().nullable().parse(data)
}
