import { m } from '~/language/messages'
import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import { ColorOptions, SizeOptions } from './choice-options'
import { productUrl } from './product-choice'
import type { MateView } from './mate-view'

/** The choice of one product of a set. The names of its fields end in `of`. */
export interface SetChoice {
  of: '' | '2'
  name: string
  sizes: MateView['sizes']
  colors: string[]
  size: string
  color: string
}

/** Renders the product that another is a set with, and its price. */
export function Mate({ mate: { slug, name, picture, color, final, off } }: { mate: MateView }) {
  return (
    <>
      <a className="mate-picture" href={productUrl(slug, color ? { color } : {})} tabIndex={-1} aria-hidden="true">
        <Picture source={picture} alt="" widths={[160, 320]} sizes="96px" />
      </a>
      <h3 {...freeText(name)}>
        <a href={productUrl(slug, color ? { color } : {})}>{name}</a>
      </h3>
      <p className="price">
        {formatMoney(final)}
        {off > 0 ? (
          <span className="badge badge-ok">{m.catalog_less_together({ amount: formatMoney(off) })}</span>
        ) : null}
      </p>
    </>
  )
}

/** Renders the sizes and colours of one product of a set. A size isn't guessed, since a wrong one does harm (decision 70). */
export function SetChoices({ of, name, sizes, colors, size, color }: SetChoice) {
  return (
    <>
      {sizes.length > 0 ? (
        <select name={`size${of}`} aria-label={m.catalog_size_of({ name })} defaultValue={size} required>
          <option value="">{m.catalog_size()}</option>
          <SizeOptions sizes={sizes} />
        </select>
      ) : null}
      {colors.length > 0 ? (
        <select name={`color${of}`} aria-label={m.catalog_color_of({ name })} defaultValue={color}>
          <ColorOptions colors={colors} />
        </select>
      ) : null}
    </>
  )
}
