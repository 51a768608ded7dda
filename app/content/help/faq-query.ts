import { embedJson, cutText } from '~/platform/text'
import type { Question } from '../content.server'

export interface FaqQuery {
  search: string
  /** The category's slug; '' for all. */
  category: string
}

/** Parses the filter from a URL: `/faq?q=…&category=…`, or `/faq/{category}` (A5). */
export function parseFaqQuery(address: string): FaqQuery {
  const { pathname, searchParams } = new URL(address)
  const inPath = /^\/faq\/([a-z0-9-]+)$/.exec(pathname)?.[1]
  return {
    search: cutText((searchParams.get('q') ?? '').trim(), 100),
    category: inPath ?? cutText(searchParams.get('category') ?? '', 80),
  }
}

/** Returns the questions of the category with all words of the search in question or answer. */
export function filterQuestions(questions: readonly Question[], { search, category }: FaqQuery): Question[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return questions.filter(({ question, answer, faq_categories: { slug } }) => {
    const text = `${question} ${answer}`.toLowerCase()
    return (category === '' || slug === category) && words.every((word) => text.includes(word))
  })
}

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
