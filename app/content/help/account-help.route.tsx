import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readContactInfo } from '~/contact/contact-info.server'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { ContentUnavailable } from '../content-page'
import { ContentTabs } from './content-tabs'
import { questionsAbout, readPage } from '../content.server'
import { PageText } from '../page-text'
import { Questions } from './questions'
import { StillAsking } from './still-asking'
import { selectedTab, tabLinks, type Tab } from './tab-choice'

export const handle: PageHandle = { styles: ['content'], cachedBy: ['tab'] }

export const meta = (page: PageArgs) =>
  pageMeta('Account help', {
    description: 'Creating, managing and securing your account.',
    shared: { page, path: '/faq/account' },
  })

const TABS: readonly [Tab, ...Tab[]] = [
  { key: 'creating', name: 'Creating an Account', slug: 'account' },
  { key: 'managing', name: 'Managing Your Account', slug: 'account-managing' },
  { key: 'security', name: 'Security', slug: 'account-security' },
  { key: 'history', name: 'Order History', slug: 'account-history' },
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
  if (!page) return <ContentUnavailable name="the account help" />
  return (
    <ContentTabs title="Account help" label="Account help" tabs={tabLinks(TABS, tab, '/faq/account')}>
      <div className="beside">
        <PageText page={page} />
        <div>
          {questions.length > 0 ? (
            <section aria-labelledby="account-questions">
              <h2 id="account-questions">Questions about accounts</h2>
              <Questions questions={questions} />
            </section>
          ) : null}
          <StillAsking title="Something else?" contact={contact} mailWords="Email Us" />
        </div>
      </div>
    </ContentTabs>
  )
}
