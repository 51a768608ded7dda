import { m } from '~/language/messages'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Topics, type Topic } from '~/contact/topics'
import { readContactInfo } from '~/contact/contact-info.server'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { FaqSearch } from './faq-search'
import { StillAsking } from './still-asking'

export const handle: PageHandle = { styles: ['content', 'forms'], cachedBy: [] }

const topics = (): readonly Topic[] => [
  ['/help/delivery-details?tab=tracking', m.content_where_is_my_order(), m.content_where_is_my_order_about()],
  ['/help/delivery-details', m.content_delivery(), m.content_delivery_about()],
  ['/help/returns', m.content_returns(), m.content_returns_about()],
  ['/size-finder', m.content_your_size(), m.content_your_size_about()],
  ['/faq/account', m.content_your_account(), m.content_your_account_about()],
  ['/faq/payments', m.content_payments(), m.content_payments_about()],
]

export const meta = (page: PageArgs) =>
  pageMeta(m.content_help(), {
    description: m.content_help_description(),
    shared: { page, path: '/help' },
  })

export async function loader({ context }: LoaderFunctionArgs) {
  return { contact: await readContactInfo(context) }
}

/** A placeholder (RT-40), with a search and ways on. */
export default function HelpIndex() {
  const { contact } = useLoaderData<typeof loader>()
  return (
    <section className="wrap index">
      <h1 className="eyebrow">{m.content_help_index_page()}</h1>
      <p className="index-title">{m.content_help_heading()}</p>
      <FaqSearch />
      <nav aria-label={m.content_topics()}>
        <Topics topics={topics()} />
      </nav>
      <StillAsking title={m.content_not_answered()} contact={contact} mailWords={m.content_email_us()} />
    </section>
  )
}
