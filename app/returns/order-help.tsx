import { sendUntil } from '~/mails/wording'
import type { OrderItem } from '~/orders/order-rows'
import { formatMoney } from '~/platform/money'
import { formatDateTime } from '~/platform/time'
import { counted } from '~/platform/text'
import type { OrderHelp as Help } from './order-help.server'
import { isWithdrawable, REASON_WORDS, returnStatusWords } from './return'
import type { OrderReturn } from './returns.server'

/** Renders help about an order: its returns so far, and links to cancel, return or ask. */
export function OrderHelp({ help, items }: { help: Help; items: OrderItem[] }) {
  const { orderId, canCancel, returnableUntil, returnPolicy, days, returns, supportUrl } = help
  const isAllRequested = items.every(({ id, quantity }) => requestedQuantity(returns ?? [], id) >= quantity)
  return (
    <section className="panel stack" id="returns" aria-labelledby="returns-title">
      <h2 className="panel-title" id="returns-title">
        Something not right?
      </h2>
      {returns === null ? (
        <p className="notice">We can’t show your returns right now. Please look again in a moment.</p>
      ) : null}
      {returns?.map((one) => (
        <Request key={one.id} orderId={orderId} request={one} items={items} days={days} />
      ))}
      {returnPolicy ? <p>{returnPolicy}</p> : null}
      {returnableUntil && !isAllRequested ? (
        <>
          <p>You can send things back or change their size until {returnableUntil}.</p>
          <div className="help-actions">
            <a className="button button-outline" href={`/orders/${orderId}/return`}>
              Send things back
            </a>{' '}
            <a className="button button-outline" href={`/orders/${orderId}/exchange`}>
              Change a size
            </a>
          </div>
        </>
      ) : null}
      <div className="help-actions">
        {canCancel ? (
          <a className="button button-outline" href={`/orders/${orderId}/cancel`}>
            Cancel this order
          </a>
        ) : null}{' '}
        <a className="link" href={supportUrl}>
          Ask us about this order
        </a>
      </div>
    </section>
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
    const name = [item?.product_name, item?.selected_size].filter(Boolean).join(', ')
    return `${quantity} × ${name}${size ? ` → ${size}` : ''}`
  })
  return (
    <article className="stack return" aria-label={kind === 'return' ? 'Return' : 'Exchange'}>
      <div className="order-head">
        <h3>{kind === 'return' ? 'Return' : 'Change of size'}</h3>
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
        {kind === 'return' ? `${REASON_WORDS[reason]}. ` : ''}
        <bdi>{note}</bdi>
        {photos > 0 ? ` ${counted(photos, 'photo')} sent.` : ''}
      </p>
      <p>
        {words.next}
        {until ? ` Please send it by ${until}.` : ''}
      </p>
      {answer ? (
        <p className="notice notice-ok" dir="auto">
          {answer}
        </p>
      ) : null}
      {kind === 'return' && status !== 'refused' && status !== 'withdrawn' ? (
        <p>
          Refund: <b>{formatMoney(refund)}</b>
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
          <button className="link">Keep everything and withdraw this</button>
        </form>
      ) : null}
    </article>
  )
}
