import { embedJson } from '~/platform/hydration/embed-json'
import { cleanText } from '~/platform/text'
import type { Question } from './content.server'

/** What a visitor looks for among the questions. */
export interface FaqQuery {
  search: string
  /** A category's slug; '' for all. */
  category: string
}

/** From the address: `/faq?q=…&category=…`, or `/faq/{category}` (A5). */
export function readQuery(address: string): FaqQuery {
  const { pathname, searchParams } = new URL(address)
  const inPath = /^\/faq\/([a-z0-9-]+)$/.exec(pathname)?.[1]
  return {
    search: cleanText(searchParams.get('q') ?? '')
      .trim()
      .slice(0, 100),
    category: inPath ?? (searchParams.get('category') ?? '').slice(0, 80),
  }
}

/** The questions of the category that hold every word of the search, in question or answer. */
export function askedQuestions(questions: readonly Question[], { search, category }: FaqQuery): Question[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return questions.filter(({ question, answer, faq_categories: { slug } }) => {
    const text = `${question} ${answer}`.toLowerCase()
    return (category === '' || slug === category) && words.every((word) => text.includes(word))
  })
}

/** What search engines read: every question with its answer. */
export function structuredQuestions(questions: readonly Question[]): string {
  return embedJson({
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  })
}
