import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'
import { Icon } from '~/ui/icon'
import { Picture } from '~/ui/picture'
import type { PricedLine } from './price-cart.server'
import { OldPrice } from '~/ui/old-price'

interface CartLinesProps {
  lines: PricedLine[]
  /** Optimistic quantities by line key, until the server responds; 0 for a line that is being removed. */
  changes: ReadonlyMap<string, number>
}

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
          {line.final < line.list ? <OldPrice price={line.list} /> : null}{' '}
          {line.setOff > 0 ? (
            <small className="line-set">{m.cart_less_in_set({ amount: formatMoney(line.setOff) })}</small>
          ) : null}
          {line.before === undefined ? null : (
            <small className="line-rose">{m.cart_price_rose({ before: formatMoney(line.before) })}</small>
          )}
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

/** Renders the forms that change a line's size and colour or move it to the wishlist. Renders nothing for a product that is gone. */
function LineOptions({ line, quantity, named }: { line: PricedLine; quantity: number; named: string }) {
  const { slug, sizes, colors, problem } = line
  if (!slug) return null
  const change = changeWords(sizes.length > 1, colors.length > 1)
  return (
    <div className="line-options">
      {change ? (
        <details open={problem?.isCounted === false || undefined}>
          <summary className="link link-more">
            {change} <span className="hidden-visually">{m.cart_of({ name: named })}</span>
          </summary>
          <ChoiceForm line={line} />
        </details>
      ) : null}
      <form method="post" action="/wishlist">
        <input type="hidden" name="slug" value={slug} />
        <input type="hidden" name="key" value={line.key} />
        <input type="hidden" name="quantity" value={quantity} />
        <button className="link" name="intent" value="later">
          {m.cart_save_for_later()} <span className="hidden-visually">{named}</span>
        </button>
      </form>
    </div>
  )
}

function changeWords(ofSize: boolean, ofColor: boolean): string | null {
  if (ofSize) return ofColor ? m.cart_change_size_or_color() : m.cart_change_size()
  return ofColor ? m.cart_change_color() : null
}

function ChoiceForm({ line }: { line: PricedLine }) {
  const { sizes, colors, name } = line
  return (
    <form className="move-form" method="post" action="/cart">
      <input type="hidden" name="key" value={line.key} />
      {sizes.length > 0 ? (
        <select name="size" aria-label={m.cart_size_of({ name })} defaultValue={line.size}>
          {sizes.map(({ label, isGone, note }) => (
            <option key={label} value={label} disabled={isGone && label !== line.size}>
              {label}
              {note}
            </option>
          ))}
        </select>
      ) : null}
      {colors.length > 0 ? (
        <select name="color" aria-label={m.cart_color_of({ name })} defaultValue={line.color}>
          {colors.map((color) => (
            <option key={color} value={color}>
              {nameOf('color', color)}
            </option>
          ))}
        </select>
      ) : null}
      <button className="button button-outline" name="intent" value="choose">
        {m.cart_update()} <span className="hidden-visually">{name}</span>
      </button>
    </form>
  )
}
