import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'
import { Icon } from '~/ui/icon'
import { Picture } from '~/ui/picture'
import { LineOptions } from './line-options'
import type { PricedLine } from './price-cart.server'

interface CartLinesProps {
  lines: PricedLine[]
  /** Optimistic quantities by line key, until the server responds; 0 for a line that is being removed. */
  changes: ReadonlyMap<string, number>
}

/** Renders the lines of the cart, each with its own forms. */
export function CartLines({ lines, changes }: CartLinesProps) {
  return (
    <ul>
      {lines
        .filter(({ key }) => changes.get(key) !== 0)
        .map((line) => (
          <CartLine key={line.key} line={line} quantity={changes.get(line.key) ?? line.quantity} />
        ))}
    </ul>
  )
}

function CartLine({ line, quantity }: { line: PricedLine; quantity: number }) {
  const about = listed([line.size ? m.cart_size({ size: line.size }) : '', nameOf('color', line.color)])
  const named = listed([line.name, about])
  const url = line.slug ? `/product/${line.slug}` : undefined
  const isCounted = line.problem?.isCounted !== false
  return (
    <li className="cart-line" id={line.elementId} data-problem={line.problem ? true : undefined}>
      <a href={url} tabIndex={-1} aria-hidden="true">
        <Picture source={line.image} alt="" widths={[160, 320]} sizes="(min-width:1024px) 120px, 84px" />
      </a>
      <h2 {...freeText(line.name)}>{url ? <a href={url}>{line.name}</a> : line.name}</h2>
      <form method="post" action="/cart">
        <LineFields line={line} quantity={quantity} />
        <button className="icon-button remove" name="intent" value="remove">
          <Icon name="bin" label={m.cart_remove_named({ name: named })} />
        </button>
      </form>
      <p className="line-about muted small">
        {about}{' '}
        {line.percentOff > 0 ? (
          <span className="badge" dir="ltr">
            -{line.percentOff}%
          </span>
        ) : null}
      </p>
      {line.slug ? (
        <p className="price">
          <span>
            {formatMoney(line.final)}
            {quantity > 1 ? <small className="muted">{` ${m.cart_each()}`}</small> : null}
          </span>{' '}
          {line.final < line.list ? <s>{formatMoney(line.list)}</s> : null}
        </p>
      ) : null}
      <Problem line={line} quantity={quantity} named={named} />
      {isCounted ? (
        <div className="line-foot">
          <form method="post" action="/cart" className="stepper" aria-label={m.cart_quantity_of({ name: named })}>
            <input type="hidden" name="key" value={line.key} />
            <button name="intent" value="less" aria-label={m.cart_one_less()}>
              −
            </button>
            <output>{quantity}</output>
            <button name="intent" value="more" aria-label={m.cart_one_more()}>
              +
            </button>
          </form>
          {quantity > 1 ? (
            <p className="line-total">
              <span className="hidden-visually">{m.cart_line_total()}</span> {formatMoney(line.final * quantity)}
            </p>
          ) : null}
        </div>
      ) : null}
      <LineOptions line={line} quantity={quantity} named={named} />
    </li>
  )
}

/** Identifies the line. The quantity is restored when its removal is undone. */
function LineFields({ line, quantity }: { line: PricedLine; quantity: number }) {
  return (
    <>
      <input type="hidden" name="key" value={line.key} />
      <input type="hidden" name="quantity" value={quantity} />
    </>
  )
}

/** Says why the line can't be ordered, with a button that fixes it. */
function Problem({ line, quantity, named }: { line: PricedLine; quantity: number; named: string }) {
  const { problem } = line
  if (!problem) return null
  return (
    <form className="line-problem" method="post" action="/cart">
      <p className="error">{problem.message}</p>
      <input type="hidden" name="key" value={line.key} />
      <input type="hidden" name="quantity" value={problem.setTo ?? quantity} />
      {problem.setTo ? (
        <button className="button button-outline" name="intent" value="set">
          {m.cart_set_to({ count: problem.setTo })}{' '}
          <span className="hidden-visually">{m.cart_of({ name: named })}</span>
        </button>
      ) : (
        <button className="button button-outline" name="intent" value="remove">
          {m.cart_remove()} <span className="hidden-visually">{named}</span>
        </button>
      )}
    </form>
  )
}
