import type { ReactNode } from 'react'
import { statusLook } from '~/orders/order'
import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'
import { counted } from '~/platform/text'
import { PhoneNumber } from '~/phone/phone-number'
import { mayOpen, Only, useAllowed, useRights } from '../areas'
import { momentWords } from '../dates'
import { Cell, Table, OrderLink } from '../list/table'
import { ACTION_WORDS, ACTIONS_FOR_MANY, type OrderAction } from './order-actions'
import { CHANNELS, markOf, orderListUrl, TAKE_BACK, type FileKind, type OrderQuery } from './order-query'
import type { OrderListRow } from './orders.server'

interface OrderTableProps {
  rows: readonly OrderListRow[]
  query: OrderQuery
  isTicked: boolean
  /** The courier that the shop asks to take parcels, if there is one. */
  courier: string | null
  /** The couriers that take a sheet of orders. */
  sheets: readonly { id: string; name: string }[]
}

/** The pages about the ticked orders. */
const PAGES = {
  '/desk/orders/pick': 'Pick list',
  '/desk/orders/slips': 'Packing slips',
  '/desk/orders/labels': 'Labels',
  [TAKE_BACK]: 'Take the last step back',
}

export function OrderTable({ rows, query, isTicked, courier, sheets }: OrderTableProps) {
  const rights = useRights()
  const mayChange = useAllowed('orders')
  const main = mayChange && ACTIONS_FOR_MANY.find((action) => action === query.task)
  return (
    <form method="post" action={orderListUrl(query)} className="stack">
      <Table
        name="Orders"
        rows={rows}
        columns={columnsOf(isTicked)}
        hidden={['Choose']}
        numbers={['Total']}
        look="desk-orders"
      />
      <section className="stack" aria-labelledby="ticked">
        <h2 id="ticked">With the ticked orders</h2>
        {main ? (
          <p>
            <ActionButton action={main} className="button" />
          </p>
        ) : null}
        <details>
          <summary>{main ? 'More' : 'Choose what to do'}</summary>
          <p className="desk-buttons">
            <Only areas={['orders']}>
              {ACTIONS_FOR_MANY.filter((action) => action !== main).map((action) => (
                <ActionButton key={action} action={action} />
              ))}
              {courier ? (
                <button className="button button-outline" formAction="/desk/couriers" name="intent" value="book">
                  Book with {courier}
                </button>
              ) : null}
            </Only>
            {Object.entries(PAGES).map(([page, words]) =>
              mayOpen(rights, page) ? (
                <button key={page} className="button button-outline" formMethod="get" formAction={page}>
                  {words}
                </button>
              ) : null,
            )}
            <input type="hidden" name="ticked" value="on" />
            <Only areas={['orders', 'money']}>
              {[...Object.entries(FILES), ...sheets.map(({ id, name }) => [id, `Sheet for ${name}`] as const)].map(
                ([kind, words]) => (
                  <button
                    key={kind}
                    className="button button-outline"
                    formMethod="get"
                    formAction="/desk/orders/file"
                    name="file"
                    value={kind}
                  >
                    {words}
                  </button>
                ),
              )}
            </Only>
          </p>
        </details>
      </section>
    </form>
  )
}

function ActionButton({ action, className = 'button button-outline' }: { action: OrderAction; className?: string }) {
  return (
    <button className={className} name="intent" value={action}>
      {ACTION_WORDS[action].button}
    </button>
  )
}

const FILES: Record<FileKind, string> = { orders: 'File of orders', lines: 'File of lines' }

function columnsOf(isTicked: boolean): Record<string, (row: OrderListRow) => ReactNode> {
  return {
    Choose: ({ order_id: orderId, version }) => (
      <input
        type="checkbox"
        name="order"
        value={markOf({ orderId, version })}
        aria-label={orderId}
        defaultChecked={isTicked}
      />
    ),
    Order: ({ order_id: orderId, created_at: placed, channel }) => (
      <Cell more={[momentWords(placed), channel && CHANNELS[channel]]}>
        <OrderLink id={orderId} />
      </Cell>
    ),
    Shopper: ({ name, city, phone, has_email: hasEmail }) => (
      <Cell more={[contact(city, phone), hasEmail ? '' : 'No e-mail']}>
        <span {...freeText(name)}>{name || '–'}</span>
      </Cell>
    ),
    Status: (row) => (
      <Cell more={[stateOf(row), row.is_changed_by_shopper ? 'Changed by the shopper' : '']}>
        <span className={statusLook(row.status).badge}>{statusLook(row.status).label}</span>
      </Cell>
    ),
    Total: ({ total_amount: total, payment_method: method, pieces }) => (
      <Cell more={[`${method === 'cod' ? 'Cash' : 'Card'}, ${counted(pieces ?? 0, 'piece')}`]}>
        {formatMoney(total)}
      </Cell>
    ),
  }
}

const contact = (city: string, phone: string | null) => (
  <>
    <bdi>{city}</bdi> {phone ? <PhoneNumber stored={phone} /> : null}
  </>
)

/** What the status alone doesn't say. */
function stateOf({ status, payment_method, confirmed_at, packed_at, tracking_number }: OrderListRow): string {
  if (tracking_number) return tracking_number
  if (status !== 'Processing') return ''
  if (packed_at) return 'Packed'
  return payment_method === 'cod' ? (confirmed_at ? 'Confirmed' : 'Not confirmed') : ''
}
