import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { counted } from '~/platform/text'
import { Breadcrumb } from '~/ui/breadcrumb'
import { ChoiceLinks } from '../choice-links'
import { Empty } from '~/ui/empty'
import { readContactInfo } from '~/contact/contact-info.server'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { ContentUnavailable } from '../content-page'
import { listQuestions } from '../content.server'
import { filterQuestions, parseFaqQuery, structuredQuestions } from './faq-query'
import { FaqSearch } from './faq-search'
import { Questions } from './questions'
import { StillAsking } from './still-asking'

export const handle: PageHandle = { styles: ['content', 'forms'], cachedBy: ['category'] }

export const meta = (page: PageArgs & { location: { pathname: string } }) =>
  pageMeta('FAQ', {
    description: 'Answers about accounts, deliveries, orders and payments.',
    shared: { page, path: page.location.pathname },
  })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = parseFaqQuery(request.url)
  const [all, contact] = await Promise.all([listQuestions(context), readContactInfo(context)])
  const categories = new Map((all ?? []).map(({ faq_categories: { slug, title } }) => [slug, title]))
  return {
    query,
    categories: [...categories].map(([slug, title]) => ({ slug, title })),
    questions: all && filterQuestions(all, query),
    structured: structuredQuestions(all ?? []),
    contact,
  }
}

export default function Faq() {
  const { query, categories, questions, structured, contact } = useLoaderData<typeof loader>()
  if (!questions) return <ContentUnavailable name="the FAQ" />
  const search = query.search ? `?q=${encodeURIComponent(query.search)}` : ''
  const choices = [
    { name: 'All Categories', to: `/faq${search}`, isChosen: query.category === '' },
    ...categories.map(({ slug, title }) => ({
      name: title,
      to: `/faq?category=${slug}${search.replace('?', '&')}`,
      isChosen: query.category === slug,
    })),
  ]
  return (
    <div className="wrap">
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structured }} />
      <Breadcrumb steps={[{ name: 'Home', to: '/' }, { name: 'FAQ' }]} />
      <h1 className="page-title">FAQ</h1>
      <FaqSearch query={query} />
      <div className="with-sidebar">
        <ChoiceLinks label="Categories" choices={choices} />
        <div className="stack">
          <p className="muted" role="status">
            {`${counted(questions.length, 'question')} found`}
          </p>
          {questions.length > 0 ? (
            <Questions questions={questions} />
          ) : (
            <Empty text="No FAQs found matching your criteria.">
              <a className="button" href="/faq">
                Clear filters
              </a>
            </Empty>
          )}
          <StillAsking title="Not answered?" contact={contact} mailWords="Email Us" />
        </div>
      </div>
    </div>
  )
}
