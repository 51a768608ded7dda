import { z } from 'zod'
import type { RequestContext } from '~/platform/context.server'
import { describeError } from '~/platform/log.server'
import { sanitize } from '~/platform/sanitize.server'

const Page = z.object({
  title: z.string(),
  content: z.string(),
  meta_description: z.string().nullable(),
  last_updated: z.string(),
})
export type Page = z.infer<typeof Page>

/** A published page by its slug, its HTML sanitised; null when there is none or it can't be read (then logged). */
export async function readPage(
  { catalogue, backends, log, requestId }: RequestContext,
  slug: string,
): Promise<Page | null> {
  try {
    const { page } = await catalogue.get(`content:${slug}`, async () => {
      const { data, error } = await backends.anonymous
        .from('page_content')
        .select('title, content, meta_description, last_updated')
        .eq('slug', slug)
        .eq('is_published', true)
        .maybeSingle()
      if (error) throw new Error(`No page ${slug}: ${error.message}`)
      const found = Page.nullable().parse(data)
      return { page: found ? { ...found, content: sanitize(found.content) } : null }
    })
    return page
  } catch (error) {
    log.error({ event: 'content not read', slug, requestId, ...describeError(error) })
    return null
  }
}

const Questions = z.array(
  z.object({
    id: z.guid(),
    question: z.string(),
    answer: z.string(),
    faq_categories: z.object({ title: z.string(), slug: z.string() }),
  }),
)
export type Question = z.infer<typeof Questions>[number]

/** Every active question with its category; null when they can't be read (then logged). */
export async function listQuestions({
  catalogue,
  backends,
  log,
  requestId,
}: RequestContext): Promise<Question[] | null> {
  try {
    return await catalogue.get('questions', async () => {
      const { data, error } = await backends.anonymous
        .from('faq_items')
        .select('id, question, answer, faq_categories!inner(title, slug)')
        .eq('is_active', true)
        .order('display_order')
      if (error) throw new Error(`No questions: ${error.message}`)
      return Questions.parse(data)
    })
  } catch (error) {
    log.error({ event: 'questions not read', requestId, ...describeError(error) })
    return null
  }
}
