import { useLoaderData } from '@remix-run/react'
import { formatMoney } from '~/platform/money'
import { reasonWords, returnStatusWords } from '~/returns/return'
import { PhoneNumber } from '~/phone/phone-number'
import { dateWords } from '../dates'
import { atDesk, type Desk, read } from '../desk.server'
import { maybeTexts, pageOf, texts } from '../rows'
import { deskPage } from '../desk-page'
import { ListPage } from '../list/list-page'
import { listAddress } from '../list/list-address'
import { returnSchema } from '../orders/orders.server'
import { OrderLink } from '../list/table'

const listSchema = pageOf(
  returnSchema
    .pick({ id: true, created_at: true, kind: true, status: true, reason: true, refund_amount: true })
    .extend({ ...texts('order_id', 'city'), ...maybeTexts('contact_phone') }),
)

/** Returns a page of returns: open ones, oldest first, or all, latest first. */
const listReturns = ({ db }: Desk, isOpen: boolean, page: number) =>
  read(db, 'desk_returns', { is_open: isOpen, page }, listSchema)

export const { handle, meta } = deskPage('Returns')

export const loader = atDesk(async ({ operator, request }) => {
  const { parameters, page } = listAddress(request)
  const isOpen = parameters.get('all') !== 'yes'
  return { isOpen, ...(await listReturns(operator, isOpen, page)) }
})

export default function Returns() {
  const { isOpen, rows, total } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title={isOpen ? 'Open returns' : 'All returns'}
      above={
        <p>{isOpen ? <a href="/desk/returns?all=yes">All returns</a> : <a href="/desk/returns">Open returns</a>}</p>
      }
      rows={rows}
      total={total}
      empty="None."
    >
      {(one) => {
        const look = returnStatusWords(one.status)
        return (
          <li className="panel">
            <OrderLink id={one.order_id} /> <span className={look.badge}>{look.label}</span>
            <br />
            {one.kind === 'return' ? 'Return' : 'Exchange'}: {reasonWords(one.reason)}
            {one.kind === 'return' ? `, ${formatMoney(one.refund_amount)}` : ''}
            <br />
            <span className="muted small">
              {dateWords(one.created_at)}, <bdi>{one.city}</bdi>{' '}
              {one.contact_phone ? <PhoneNumber stored={one.contact_phone} /> : null}
            </span>
          </li>
        )
      }}
    </ListPage>
  )
}
