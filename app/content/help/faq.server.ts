import { data } from '@remix-run/node'
import { missingStatus } from '~/catalog/former-names.server'
import { readContactInfo } from '~/contact/contact-info.server'
import type { Needs, Reporting } from '~/platform/context.server'
import { attemptMain } from '~/platform/attempt.server'
import { listQuestions } from '../content.server'
import { filterQuestions, parseFaqQuery, structuredQuestions } from './faq-query'

type Context = Needs<'backends' | 'catalogue' | 'settings' | Reporting>

export type Faq = Awaited<ReturnType<typeof readFaq>>

/** Returns what the FAQ shows, or its part about one category. `isMissing` says that it has no such category. */
export async function readFaq(context: Context, { url }: Request) {
  const query = parseFaqQuery(url)
  const [all, contact] = await Promise.all([
    attemptMain(context, 'questions not read', () => listQuestions(context)),
    readContactInfo(context),
  ])
  const titles = new Map((all ?? []).map(({ faq_categories: { slug, title } }) => [slug, title]))
  const categories = [...titles].map(([slug, title]) => ({ slug, title }))
  const category = categories.find(({ slug }) => slug === query.category) ?? null
  return {
    query,
    category,
    isMissing: all !== null && query.category !== '' && category === null,
    categories,
    questions: all && filterQuestions(all, query),
    // Each question is told to search engines once: by the page that has them all.
    structured: query.category === '' ? structuredQuestions(all ?? []) : null,
    contact,
  }
}

/** Returns the response of the FAQ: a redirect from a category's former slug, 404 or 410 without the category. */
export async function respondWithFaq(context: Context, request: Request) {
  const faq = await readFaq(context, request)
  if (!faq.isMissing) return data(faq)
  const pathOf = (newest: string) => `/faq/${newest}`
  return data(faq, { status: await missingStatus(context, request, 'question_category', faq.query.category, pathOf) })
}
