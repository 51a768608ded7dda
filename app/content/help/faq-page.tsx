import { m } from '~/language/messages'
import { Breadcrumb } from '~/ui/breadcrumb'
import { Empty } from '~/ui/empty'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { ChoiceLinks } from '../choice-links'
import { ContentUnavailable } from '../content-page'
import { FaqSearch } from './faq-search'
import type { Faq } from './faq.server'
import { Questions } from './questions'
import { StillAsking } from './still-asking'

export function faqMeta(faq: Faq | undefined, page: PageArgs & { location: { pathname: string } }) {
  const category = faq?.category
  return pageMeta(category ? m.content_faq_about({ category: category.title }) : m.content_faq(), {
    description: category ? m.content_faq_about_description({ category: category.title }) : m.content_faq_description(),
    hidden: faq?.isMissing,
    shared: { page, path: page.location.pathname },
  })
}

export function FaqPage({ faq }: { faq: Faq }) {
  const { query, categories, questions, structured, contact } = faq
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
      {structured ? <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: structured }} /> : null}
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
