import { formatMoney } from '~/platform/money'
import { Icon } from '~/ui/icon'
import { Picture } from '~/ui/picture'
import type { PricedLine } from './price-cart.server'

interface CartLinesProps {
  lines: PricedLine[]
  /** Quantities that are on their way to the server, by the key of their line; none for a line that is being removed. */
  changes: ReadonlyMap<string, number>
}

/** The lines of the cart. Each changes by a form of its own. */
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
  const about = [line.size ? `Size ${line.size}` : '', line.color].filter(Boolean).join(', ')
  const named = [line.name, about].filter(Boolean).join(', ')
  const url = line.slug ? `/product/${line.slug}` : undefined
  return (
    <li className="cart-line" data-problem={line.problem ? true : undefined}>
      <a href={url} tabIndex={-1} aria-hidden="true">
        <Picture source={line.image} alt="" widths={[160, 320]} sizes="(min-width:1024px) 120px, 84px" />
      </a>
      <h2>{url ? <a href={url}>{line.name}</a> : line.name}</h2>
      <form method="post" action="/cart">
        <input type="hidden" name="key" value={line.key} />
        <button className="icon-button remove" name="intent" value="remove">
          <Icon name="bin" label={`Remove ${named}`} />
        </button>
      </form>
      <p className="line-about muted small">
        {about} {line.percentOff > 0 ? <span className="badge">-{line.percentOff}%</span> : null}
      </p>
      <div className="line-foot">
        <div>
          <p className="price">
            {formatMoney(line.final)} {line.final < line.list ? <s>{formatMoney(line.list)}</s> : null}
          </p>
          {line.problem ? <p className="error">{line.problem}</p> : null}
        </div>
        <form method="post" action="/cart" className="stepper" aria-label={`Quantity of ${named}`}>
          <input type="hidden" name="key" value={line.key} />
          <button name="intent" value="less" aria-label="One less">
            −
          </button>
          <output>{quantity}</output>
          <button name="intent" value="more" aria-label="One more">
            +
          </button>
        </form>
      </div>
    </li>
  )
}
