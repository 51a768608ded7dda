import { m } from '~/language/messages'
import { listed } from '~/language/names'
import { sendUntil } from '~/mails/wording'
import type { OrderItem } from '~/orders/order-rows'
import { formatMoney } from '~/platform/money'
import { formatDateTime } from '~/platform/time'
import type { OrderHelp as Help } from './order-help.server'
import { isWithdrawable, reasonWords, returnStatusWords } from './return'
import type { OrderReturn } from './returns.server'

/** Renders help about an order: its returns so far, and links to cancel, return or ask. */
export function OrderHelp({ help, items }: { help: Help; items: OrderItem[] }) {
  const { orderId, canCancel, returnableUntil, returnPolicy, days, returns, supportUrl } = help
  const isAllRequested = items.every(({ id, quantity }) => requestedQuantity(returns ?? [], id) >= quantity)
  return (
    <section className="panel stack" id="returns" aria-labelledby="returns-title">
      <h2 className="panel-title" id="returns-title">
        {m.returns_something()}
      </h2>
      {returns === null ? <p className="notice">{m.returns_not_shown()}</p> : null}
      {returns?.map((one) => (
        <Request key={one.id} orderId={orderId} request={one} items={items} days={days} />
      ))}
      {returnPolicy ? <p>{returnPolicy}</p> : null}
      {returnableUntil && !isAllRequested ? (
        <>
          <p>{m.returns_until({ date: returnableUntil })}</p>
          <div className="help-actions">
            <a className="button button-outline" href={`/orders/${orderId}/return`}>
              {m.returns_send_back()}{' '}
            </a>{' '}
            <a className="button button-outline" href={`/orders/${orderId}/exchange`}>
              {m.returns_change_size()}{' '}
            </a>
          </div>
        </>
      ) : null}
      <div className="help-actions">
        {canCancel ? (
          <a className="button button-outline" href={`/orders/${orderId}/cancel`}>
            {m.returns_cancel_this()}{' '}
          </a>
        ) : null}{' '}
        <a className="link" href={supportUrl}>
          {m.returns_ask_us()}
        </a>
      </div>
    </section>
  )
}

const titleOf = (kind: OrderReturn['kind']) => (kind === 'return' ? m.returns_return() : m.returns_change_of_size())

/** Renders links from an order's head to its returns, which stand far below on a phone. */
export function ReturnLinks({ returns }: { returns: OrderReturn[] | null | undefined }) {
  return (
    <>
      {returns?.map(({ id, kind, status }) => (
        <p key={id}>
          <a className="link" href="#returns">
            {titleOf(kind)}
          </a>{' '}
          <span className={returnStatusWords(status).badge}>{returnStatusWords(status).label}</span>
        </p>
      ))}
    </>
  )
}

/** Returns how many pieces of an item are on their way back or have arrived. */
function requestedQuantity(returns: OrderReturn[], id: string): number {
  return returns
    .filter(({ status }) => status !== 'refused' && status !== 'withdrawn')
    .flatMap((one) => one.items.filter(({ order_item_id: item }) => item === id))
    .reduce((sum, { quantity }) => sum + quantity, 0)
}

interface RequestProps {
  orderId: string
  request: OrderReturn
  items: OrderItem[]
  days: number | undefined
}

/** Renders one return or exchange: its items, status and next step. */
function Request({ orderId, request, items, days }: RequestProps) {
  const { kind, status, reason, note, answer, photo_count: photos, refund_amount: refund, history } = request
  const words = returnStatusWords(status)
  const until = status === 'approved' ? sendUntil(history, days) : null
  const names = request.items.map(({ order_item_id: id, quantity, size }) => {
    const item = items.find((one) => one.id === id)
    const name = listed([item?.product_name, item?.selected_size])
    const pieces = `${quantity} × ${name}`
    return size ? m.returns_to_size({ item: pieces, size }) : pieces
  })
  return (
    <article className="stack return" aria-label={kind === 'return' ? m.returns_return() : m.returns_exchange()}>
      <div className="order-head">
        <h3>{titleOf(kind)}</h3>
        <span className={words.badge}>{words.label}</span>
      </div>
      <p>
        {names.map((name) => (
          <span key={name} className="return-name" dir="auto">
            {name}
          </span>
        ))}
      </p>
      <p className="muted small">
        {kind === 'return' ? `${m.returns_reason_given({ reason: reasonWords(reason) })} ` : ''}
        <bdi>{note}</bdi>
        {photos > 0 ? m.returns_photos_sent({ count: photos }) : ''}
      </p>
      <p>
        {words.next}
        {until ? m.returns_send_by({ date: until }) : ''}
      </p>
      {answer ? (
        <p className="notice notice-info" dir="auto">
          {answer}
        </p>
      ) : null}
      {kind === 'return' && status !== 'refused' && status !== 'withdrawn' ? (
        <p>
          {m.returns_refund()} <b>{formatMoney(refund)}</b>
        </p>
      ) : null}
      <ol className="timeline">
        {history.map((entry) => (
          <li key={entry.status}>
            {returnStatusWords(entry.status).label}{' '}
            <span className="muted small">{formatDateTime(entry.timestamp)}</span>
          </li>
        ))}
      </ol>
      {isWithdrawable(status) ? (
        <form method="post" action={`/orders/${orderId}/return`}>
          <input type="hidden" name="intent" value="withdraw" />
          <input type="hidden" name="return" value={request.id} />
          <button className="link">{m.returns_withdraw()}</button>
        </form>
      ) : null}
    </article>
  )
}
