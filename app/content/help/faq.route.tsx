import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Breadcrumb } from '~/ui/breadcrumb'
import { ChoiceLinks } from '../choice-links'
import { Empty } from '~/ui/empty'
import { readContactInfo } from '~/contact/contact-info.server'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { ContentUnavailable } from '../content-page'
import { attemptMain } from '~/platform/attempt.server'
import { listQuestions } from '../content.server'
import { filterQuestions, parseFaqQuery, structuredQuestions } from './faq-query'
import { FaqSearch } from './faq-search'
import { Questions } from './questions'
import { StillAsking } from './still-asking'

export const handle: PageHandle = { styles: ['content', 'forms'], cachedBy: ['category'], uncachedBy: ['q'] }

export const meta = (page: PageArgs & { location: { pathname: string } }) =>
  pageMeta(m.content_faq(), {
    description: m.content_faq_description(),
    shared: { page, path: page.location.pathname },
  })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const query = parseFaqQuery(request.url)
  const [all, contact] = await Promise.all([
    attemptMain(context, 'questions not read', () => listQuestions(context)),
    readContactInfo(context),
  ])
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
  if (!questions) return <ContentUnavailable name={m.content_the_faq()} />
  const search = query.search ? `?q=${encodeURIComponent(query.search)}` : ''
  const choices = [
    { name: m.content_all_categories(), to: `/faq${search}`, isChosen: query.category === '' },
    ...categories.map(({ slug, title }) => ({
      name: title,
      to: `/faq?category=${slug}${search.replace('?', '&')}`,
      isChosen: query.category === slug,
    })),
  ]
  return (
    <div className="wrap">
      <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structured }} />
      <Breadcrumb steps={[{ name: m.content_home(), to: '/' }, { name: m.content_faq() }]} />
      <h1 className="page-title">{m.content_faq()}</h1>
      <FaqSearch query={query} />
      <div className="with-sidebar">
        <ChoiceLinks label={m.content_categories()} choices={choices} />
        <div className="stack">
          <p className="muted" role="status">
            {m.content_questions_found({ count: questions.length })}
          </p>
          {questions.length > 0 ? (
            <Questions questions={questions} />
          ) : (
            <Empty text={m.content_no_faqs()}>
              <a className="button" href="/faq">
                {m.content_clear_filters()}
              </a>
            </Empty>
          )}
          <StillAsking title={m.content_not_answered()} contact={contact} mailWords={m.content_email_us()} />
        </div>
      </div>
    </div>
  )
}
