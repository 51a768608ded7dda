import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { z } from 'zod'
import { TEXTS } from '~/chat/words/chat-texts'
import { readLive } from '~/chat/live/live.server'
import { attempt } from '~/platform/attempt.server'
import { liveResponse } from '~/platform/http/response/live-response.server'
import { whole } from '~/platform/whole-number.schema'
import { findOperator } from '../access/operator.server'
import { sendAnswer, wordsOf, type SentAnswer } from './answer.server'
import { talkSource } from './live/live-source.server'
import { readTalkNews } from './talks.server'

const idSchema = z.guid()
/** The position after which the page wants messages. */
const afterSchema = whole(0).catch(0)

/** Returns the messages of a conversation after a position, and the conversation itself whenever it changes. */
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await findOperator(context, request)
  if (!operator) return liveResponse({ status: 401 })
  const id = idSchema.safeParse(params.id)
  if (!id.success) return liveResponse({ status: 404 })
  return liveResponse(await readLive(context, request, () => talkSource(operator, id.data)))
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await findOperator(context, request)
  if (!operator) return respond(401, ENDED)
  const id = idSchema.safeParse(params.id)
  if (!id.success) return liveResponse({ status: 404 })
  const after = afterSchema.parse(context.form.get('after'))
  const sent = await attempt(context, 'answer not sent', () => sendAnswer(context, operator, id.data))
  const news = await attempt(context, 'conversation not read', () => readTalkNews(operator, id.data, after))
  if (sent === null) return respond(503, TEXTS.sendFailed, news)
  return sent.ok ? respond(200, null, news) : respond(sent.refusal.status, wordsOf(sent.refusal), news)
}

const ENDED = 'Your session at the desk has ended. Press Send again to sign in; your text is kept.'

function respond(status: number, problem: string | null, news: SentAnswer['news'] = null): Response {
  return Response.json({ problem, news } satisfies SentAnswer, { status })
}
