import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { Topics, type Topic } from '~/contact/topics'
import { readContactInfo } from '~/contact/contact-info.server'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta, type PageArgs } from '~/ui/page-meta'
import { FaqSearch } from './faq-search'
import { StillAsking } from './still-asking'

export const handle: PageHandle = { styles: ['content', 'forms'], cachedBy: [] }

const TOPICS: readonly Topic[] = [
  ['/help/delivery-details?tab=tracking', 'Where is my order?', 'Its steps, by number and e-mail or phone.'],
  ['/help/delivery-details', 'Delivery', 'What it costs and how long it takes.'],
  ['/help/returns', 'Returns', 'Sending something back, or changing its size.'],
  ['/size-finder', 'Your size', 'From two measurements.'],
  ['/faq/account', 'Your account', 'Creating, keeping and leaving it.'],
  ['/faq/payments', 'Payments', 'Ways to pay, and what to do if one fails.'],
]

export const meta = (page: PageArgs) =>
  pageMeta('Help', {
    description: 'Orders, delivery, returns, sizes, accounts and payments, and how to reach us.',
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
      <h1 className="eyebrow">Help Index Page</h1>
      <p className="index-title">How can we help?</p>
      <FaqSearch />
      <nav aria-label="Topics">
        <Topics topics={TOPICS} />
      </nav>
      <StillAsking title="Not answered?" contact={contact} mailWords="Email Us" />
    </section>
  )
}
