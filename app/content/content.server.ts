import { z } from 'zod'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { fillTerms } from '~/delivery/terms'
import { translated } from '~/language/translated'
import type { Needs, Reporting } from '~/platform/context.server'
import { attempt, attemptMain } from '~/platform/attempt.server'
import { fillReturnPolicy } from '~/returns/return'
import { numberHeadings, type Heading } from './headings'
import { sanitize } from '~/platform/sanitize.server'
import { pictureUrl } from '~/ui/picture'

const pageSchema = z.object({
  title: z.string(),
  content: z.string(),
  meta_description: z.string().nullable(),
  last_updated: z.string(),
})

/** A written page; `headings` are the entries of its table of contents. */
export type Page = z.infer<typeof pageSchema> & { headings: Heading[] }

type Context = Needs<'backends' | 'catalogue' | 'settings' | Reporting>

/** Returns a written page that a page of the shop is about, or null if there is none or it can't be read. */
export function readPage(context: Context, slug: string): Promise<Page | null> {
  return attemptMain(context, `page ${slug} not read`, () => findPage(context, slug))
}

/** Returns a written page that is a part of another page, or null if there is none or it can't be read. */
export function readPassage(context: Context, slug: string): Promise<Page | null> {
  return attempt(context, `passage ${slug} not read`, () => findPage(context, slug))
}

/** Returns a published page with sanitised HTML and filled placeholders, or null if there is none. Throws if it can't be read. */
export async function findPage(context: Context, slug: string): Promise<Page | null> {
  const { catalogue, backends, settings } = context
  const cached = catalogue.find(`content:${slug}`, async () => {
    const { data, error } = await backends.anonymous
      .from('page_content')
      .select('title, content, meta_description, last_updated, translations')
      .eq('slug', slug)
      .eq('is_published', true)
      .maybeSingle()
    if (error) throw new Error(`No page ${slug}: ${error.message}`, { cause: error })
    const found = translated(pageSchema.nullable()).parse(data)
    if (!found) return null
    const { html, headings } = numberHeadings(allowedHtml(found.content))
    return { ...found, content: html, headings }
  })
  const [page, delivery] = await Promise.all([cached, readDeliveryTerms(context)])
  const filled = page && fillReturnPolicy(fillTerms(page.content, delivery), settings.RETURN_DAYS)
  return page && { ...page, content: breakable(filled ?? '') }
}

/** Lets a long name such as website_known_browser break after an underscore, so that a table fits a phone. */
const breakable = (html: string) =>
  html.replace(/>[^<]+/g, (text) => text.replaceAll(/(?<=[a-z])_(?=[a-z])/g, '_<wbr />'))

const questionsSchema = z.array(
  translated(
    z.object({
      id: z.guid(),
      question: z.string(),
      answer: z.string(),
      faq_categories: translated(z.object({ title: z.string(), slug: z.string() })),
    }),
  ),
)
export type Question = z.infer<typeof questionsSchema>[number]

/** Returns the active questions with their categories. Throws if they can't be read. */
export async function listQuestions(context: Context): Promise<Question[]> {
  const { catalogue, backends, settings } = context
  const cached = catalogue.get('questions', async () => {
    const { data, error } = await backends.anonymous
      .from('faq_items')
      .select('id, question, answer, translations, faq_categories!inner(title, slug, translations)')
      .eq('is_active', true)
      .order('display_order')
    if (error) throw new Error(`No questions: ${error.message}`, { cause: error })
    return questionsSchema.parse(data)
  })
  const [questions, delivery] = await Promise.all([cached, readDeliveryTerms(context)])
  const filled = (answer: string) => fillReturnPolicy(fillTerms(answer, delivery), settings.RETURN_DAYS)
  return questions.map((one) => ({ ...one, answer: filled(one.answer) }))
}

/** Returns the active questions of a category; none if they can't be read. */
export async function questionsAbout(context: Context, category: string): Promise<Question[]> {
  const questions = await attempt(context, 'questions not read', () => listQuestions(context))
  return (questions ?? []).filter(({ faq_categories: { slug } }) => slug === category)
}

/** Returns what a written page may hold of an operator's HTML: of pictures, those that the shop serves (decision 11). */
export const allowedHtml = (html: string): string =>
  sanitize(html, (source) => pictureUrl(source, 480, 'webp') !== null)
