import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { ContentUnavailable, PageText } from '../content-page'
import { ContentTabs } from './content-tabs'
import { readPage } from '../content.server'
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
  return { tab: tab.key, page: await readPage(context, tab.slug) }
}

export default function AccountHelp() {
  const { tab, page } = useLoaderData<typeof loader>()
  if (!page) return <ContentUnavailable name="the account help" />
  return (
    <ContentTabs title="Account help" label="Account help" tabs={tabLinks(TABS, tab, '/faq/account')}>
      <PageText page={page} />
    </ContentTabs>
  )
}
