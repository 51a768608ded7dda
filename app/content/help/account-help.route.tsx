import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readContactInfo } from '~/contact/contact-info.server'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { ContentUnavailable } from '../content-page'
import { ContentTabs, selectedTab, tabLinks, type Tab } from './content-tabs'
import { questionsAbout, readPage } from '../content.server'
import { PageText } from '../page-text'
import { Questions } from './questions'
import { StillAsking } from './still-asking'

export const handle: PageHandle = { styles: ['content'], cachedBy: ['tab'] }

export const meta = (page: PageArgs) =>
  pageMeta(m.content_account_help(), {
    description: m.content_account_help_description(),
    shared: { page, path: '/faq/account' },
  })

const TABS: readonly [Tab, ...Tab[]] = [
  { key: 'creating', name: m.content_creating_an_account, slug: 'account' },
  { key: 'managing', name: m.content_managing_your_account, slug: 'account-managing' },
  { key: 'security', name: m.content_security, slug: 'account-security' },
  { key: 'history', name: m.content_order_history, slug: 'account-history' },
]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const tab = selectedTab(TABS, request.url)
  const [page, questions, contact] = await Promise.all([
    readPage(context, tab.slug),
    questionsAbout(context, 'account'),
    readContactInfo(context),
  ])
  return { tab: tab.key, page, questions, contact }
}

export default function AccountHelp() {
  const { tab, page, questions, contact } = useLoaderData<typeof loader>()
  if (!page) return <ContentUnavailable name={m.content_the_account_help()} />
  return (
    <ContentTabs
      title={m.content_account_help()}
      label={m.content_account_help()}
      tabs={tabLinks(TABS, tab, '/faq/account')}
    >
      <div className="beside">
        <div>
          <PageText page={page} />
          {questions.length > 0 ? (
            <section aria-labelledby="account-questions">
              <h2 id="account-questions">{m.content_questions_about_accounts()}</h2>
              <Questions questions={questions} />
            </section>
          ) : null}
        </div>
        <StillAsking title={m.content_something_else()} contact={contact} mailWords={m.content_email_us()} />
      </div>
    </ContentTabs>
  )
}
