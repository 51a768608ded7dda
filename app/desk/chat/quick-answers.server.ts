import { findAnswer, listQuestions } from '~/chat/actions/questions.server'
import type { Question } from '~/chat/chat'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { fillTerms } from '~/delivery/terms'
import type { Needs, Reporting } from '~/platform/context.server'
import type { Operator } from '../access/operator.server'

/** The common questions, and the answer to the chosen one, to be edited and sent. */
export interface QuickAnswers {
  questions: Question[]
  /** Empty when none is chosen. */
  answer: string
}

export async function readQuickAnswers(
  context: Needs<Reporting | 'backends' | 'catalogue'>,
  operator: Pick<Operator, 'db'>,
  chosen: string | null,
): Promise<QuickAnswers> {
  const questions = await listQuestions(operator)
  if (!questions.some(({ id }) => id === chosen) || chosen === null) return { questions, answer: '' }
  const answer = (await findAnswer(operator, chosen)) ?? ''
  return { questions, answer: fillTerms(answer, await readDeliveryTerms(context)) }
}
