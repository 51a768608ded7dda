import { Fragment } from 'react'
import { m } from '~/language/messages'
import { nameOf } from '~/language/names'
import { Icon } from '~/ui/icon'
import { RowText } from '~/ui/free-text'
import type { CardView } from './card-view'
import { cardChoice } from './product-card'
import { productUrl } from './product-choice'

const COLORS_SHOWN = 5

/**
 * Renders what is chosen on a card of the listing: links to the product in each of its first colours (LS-49), and to its sizes. Scripts show
 * both on the card (cards-in-place.ts). A colour's dot is drawn before its name, which has no size, in the colour of its text.
 */
export function CardChoices({ product, size }: { product: CardView; size?: string }) {
  const { name, slug, colors = [] } = product
  const choice = cardChoice(product, size)
  const more = colors.length - COLORS_SHOWN
  return (
    <>
      <div className="dots">
        {colors.slice(0, COLORS_SHOWN).map(({ name: color, value }) => (
          <Fragment key={color}>
            <a
              href={productUrl(slug, { ...choice, color })}
              style={{ color: value }}
              aria-current={color === choice.color ? 'true' : undefined}
            >
              <RowText text={nameOf('color', color)} />
            </a>{' '}
          </Fragment>
        ))}
        {more > 0 ? <span>{m.catalog_more_colors({ count: more })}</span> : null}
      </div>{' '}
      <a className="icon-button card-sizes" href={`${productUrl(slug, choice)}#buy`}>
        <Icon name="bag" label={m.catalog_quick_add({ name })} />
      </a>
    </>
  )
}
