import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatAgo } from '~/platform/time'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { readToday, WAITING } from './today.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Today', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  return { today: await readToday(operator), now: Date.now() }
}

/** The names of what waits, and the list of each. */
const ENTRIES: Record<(typeof WAITING)[number], { name: string; url: string }> = {
  confirm: { name: 'Cash orders to confirm', url: '/desk/orders?task=confirm' },
  pack: { name: 'Orders to pack', url: '/desk/orders?task=pack' },
  ship: { name: 'Orders to ship', url: '/desk/orders?task=ship' },
  stale: { name: 'Overdue payments', url: '/desk/orders?task=stale' },
  refunds: { name: 'Refunds due', url: '/desk/refunds' },
  returns: { name: 'Open returns', url: '/desk/returns' },
  chats: { name: 'Chats waiting', url: '/desk/chat' },
  contact: { name: 'Messages to answer', url: '/desk/contact' },
  stock: { name: 'Sizes with three pieces or fewer', url: '/desk/products?state=published&stock=low' },
  mails: { name: 'Orders with a mail that failed or is held', url: '/desk/orders?task=mails' },
}

export default function Today() {
  const { today, now } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Today</h1>
      <ul className="desk-today">
        {WAITING.map((name) => {
          const { count, since } = today[name]
          const { name: title, url } = ENTRIES[name]
          return (
            <li key={name}>
              <a href={url}>
                <b className="desk-count">{count}</b> {title}
                {since && count > 0 ? (
                  <span className="muted small">oldest {formatAgo(Date.parse(since), now)}</span>
                ) : null}
              </a>
            </li>
          )
        })}
      </ul>
    </>
  )
}
