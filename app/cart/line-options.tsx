import { m } from '~/language/messages'
import { nameOf } from '~/language/names'
import type { PricedLine } from './price-cart.server'

/** Renders the forms that change a line's size and colour or move it to the wishlist. Renders nothing for a product that is gone. */
export function LineOptions({ line, quantity, named }: { line: PricedLine; quantity: number; named: string }) {
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
