import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { translationOf } from '~/language/translated'
import { lastSendDay } from '~/mails/wording'
import type { OrderItem } from '~/orders/order-rows'
import { formatMoney } from '~/platform/money'
import { formatDate, formatDateTime } from '~/platform/time'
import { storedWords, TrackingNumber } from '~/orders/tracking/tracking'
import type { HelpedReturn, OrderHelp as Help } from './order-help.server'
import { isWithdrawable, reasonWords, requestWords, returnStatusWords } from './return'
import type { OrderReturn } from './returns.server'

export function OrderHelp({ help, items }: { help: Help; items: OrderItem[] }) {
  const { orderId, canCancel, canChange, returnableUntil, returnPolicy, returns, supportUrl } = help
  const isAllRequested = items.every(({ id, quantity }) => requestedQuantity(returns ?? [], id) >= quantity)
  return (
    <section className="panel stack" id="returns" aria-labelledby="returns-title">
      <h2 className="panel-title" id="returns-title">
        {m.returns_something()}
      </h2>
      {returns === null ? <p className="notice">{m.returns_not_shown()}</p> : null}
      {returns?.map((one, index) => (
        <Request key={one.id} help={help} request={one} items={items} isLatest={index === 0} />
      ))}
      {returnableUntil && !isAllRequested ? (
        <>
          <p>{m.returns_until({ date: returnableUntil })}</p>
          <div className="help-actions">
            <a className="button button-outline" href={`/orders/${orderId}/return`}>
              {m.returns_send_back()}
            </a>{' '}
            <a className="button button-outline" href={`/orders/${orderId}/exchange`}>
              {m.returns_exchange_things()}
            </a>
          </div>
        </>
      ) : null}
      <div className="help-actions">
        {canChange ? (
          <a className="button button-outline" href={`/orders/${orderId}/edit`}>
            {m.returns_change_this()}
          </a>
        ) : null}{' '}
        {canCancel ? (
          <a className="button button-outline" href={`/orders/${orderId}/cancel`}>
            {m.returns_cancel_this()}
          </a>
        ) : null}{' '}
        <a className="link" href={supportUrl}>
          {m.returns_ask_us()}
        </a>
      </div>
      {returnPolicy ? <p>{returnPolicy}</p> : null}
    </section>
  )
}

const titleOf = (kind: OrderReturn['kind']) => (kind === 'return' ? m.returns_return() : m.returns_exchange())

/** Renders a link from an order's head to its latest return, which stands far below on a phone. */
export function ReturnLink({ returns }: { returns: OrderReturn[] | null | undefined }) {
  if (!returns?.[0]) return null
  const [latest] = returns
  const { label, badge } = requestWords(latest)
  return (
    <p>
      <a className="link" href="#returns">
        {titleOf(latest.kind)}
      </a>{' '}
      <span className={badge}>{label}</span>
    </p>
  )
}

function requestedQuantity(returns: OrderReturn[], id: string): number {
  return returns
    .filter(({ status }) => status !== 'refused' && status !== 'withdrawn')
    .flatMap((one) => one.items.filter(({ order_item_id: item }) => item === id))
    .reduce((sum, { quantity }) => sum + quantity, 0)
}

interface RequestProps {
  help: Help
  request: HelpedReturn
  items: OrderItem[]
  isLatest: boolean
}

/** Renders one return or exchange: its items, status and next step. Earlier ones are closed. */
function Request({ help: { orderId, days }, request, items, isLatest }: RequestProps) {
  const { kind, status, answer, refund_amount: refund, due_amount: due, tracking_number: tracking, history } = request
  const words = requestWords(request)
  const isToRead = status === 'approved' || status === 'refused'
  const until = status === 'approved' ? lastSendDay(history, days) : null
  return (
    <article className="return" aria-label={titleOf(kind)}>
      <details open={isLatest}>
        <summary className="order-head">
          <h3>{titleOf(kind)}</h3>
          <span className={words.badge}>{words.label}</span>
          <span className="muted small">{history[0] ? formatDate(history[0].timestamp) : ''}</span>
        </summary>
        <div className="stack">
          <Pieces request={request} items={items} />
          <div>
            <p>
              {words.next}
              {until ? m.returns_send_by({ date: formatDate(until) }) : ''}
            </p>
            {answer ? (
              <p className={isToRead ? 'notice notice-info' : 'muted small'} dir="auto">
                {answer}
              </p>
            ) : null}
          </div>
          {tracking ? <TrackingNumber number={tracking} url={request.trackingUrl} /> : null}
          {(kind === 'return' || refund > 0) && status !== 'refused' && status !== 'withdrawn' ? (
            <p>
              {m.returns_refund()} <b>{formatMoney(refund)}</b>
            </p>
          ) : null}
          {due > 0 && status !== 'refused' && status !== 'withdrawn' ? (
            <p>
              {m.returns_due()} <b>{formatMoney(due)}</b>
            </p>
          ) : null}
          <ol className="timeline">
            {history.map((entry) => (
              <li key={entry.timestamp}>
                {returnStatusWords(entry.status).label}{' '}
                <span className="muted small">{formatDateTime(entry.timestamp)}</span>
                {entry.note ? <span className="muted small"> {storedWords(entry.note)}</span> : null}
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
        </div>
      </details>
    </article>
  )
}

function Pieces({ request, items }: { request: OrderReturn; items: OrderItem[] }) {
  const { kind, reason, note, photo_count: photos } = request
  return (
    <div>
      <p>
        {request.items.map((line) => {
          const { order_item_id: id, quantity, size, product, color } = line
          const item = items.find((one) => one.id === id)
          const instead = listed([
            product && (translationOf(line, 'name') ?? product),
            size,
            color && nameOf('color', color),
          ])
          const pieces = `${quantity} × ${listed([item?.product_name, item?.selected_size])}`
          return (
            <span key={id} className="return-name" dir="auto">
              {kind === 'exchange' ? m.returns_to({ item: pieces, instead }) : pieces}
            </span>
          )
        })}
      </p>
      <p className="muted small">
        {kind === 'return' ? `${m.returns_reason_given({ reason: reasonWords(reason) })} ` : ''}
        <bdi>{note}</bdi>
        {photos > 0 ? m.returns_photos_sent({ count: photos }) : ''}
      </p>
    </div>
  )
}
