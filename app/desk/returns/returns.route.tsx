import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { formatMoney } from '~/platform/money'
import { formatDate } from '~/platform/time'
import { REASON_WORDS, returnStatusWords } from '~/returns/return'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { DESK_PAGE } from '../desk-page'
import { pageNumber } from '../page-number'
import { Pages } from '../pages'
import { listReturns, RETURNS_PER_PAGE } from './returns.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Returns', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { searchParams } = new URL(request.url)
  const [isOpen, page] = [searchParams.get('all') !== 'yes', pageNumber(searchParams)]
  return { isOpen, page, ...(await listReturns(operator, isOpen, page)) }
}

const urlOf = (isOpen: boolean, page: number) => `/desk/returns?${isOpen ? '' : 'all=yes&'}page=${page}`

export default function Returns() {
  const { isOpen, page, rows, total } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>{isOpen ? 'Open returns' : 'All returns'}</h1>
      <p>{isOpen ? <a href="/desk/returns?all=yes">All returns</a> : <a href="/desk/returns">Open returns</a>}</p>
      {rows.length === 0 ? <p className="muted">None.</p> : null}
      <ul className="stack">
        {rows.map((one) => {
          const look = returnStatusWords(one.status)
          return (
            <li key={one.id} className="panel">
              <a className="link unbroken" href={`/desk/orders/${one.order_id}`}>
                {one.order_id}
              </a>{' '}
              <span className={look.badge}>{look.label}</span>
              <br />
              {one.kind === 'return' ? 'Return' : 'Exchange'}: {REASON_WORDS[one.reason]}
              {one.kind === 'return' ? `, ${formatMoney(one.refund_amount)}` : ''}
              <br />
              <span className="muted small">
                {formatDate(one.created_at)}, <bdi>{one.city}</bdi>{' '}
                {one.contact_phone ? <bdi dir="ltr">{one.contact_phone}</bdi> : null}
              </span>
            </li>
          )
        })}
      </ul>
      <Pages page={page} last={Math.ceil(total / RETURNS_PER_PAGE)} urlOf={(other) => urlOf(isOpen, other)} />
    </>
  )
}
