import { Fragment } from 'react'
import { productUrl } from '~/catalog/product-choice'
import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import type { Flash } from '~/platform/http/flash.server'
import { shopPath } from '~/platform/text'
import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import { Notice } from '~/ui/progress/notice'
import { checkoutUrl } from './cart'
import type { PricedCart, PricedLine } from './price-cart.server'

/** What was added to the cart just now: a line, or the two of a set. */
export interface AddedLines {
  /** Empty if the cart can't show them, since it could not be priced for one. */
  lines: Pick<PricedLine, 'key' | 'name' | 'image' | 'size' | 'color'>[]
  /** Where the shopper was. */
  from: string
}

/** Returns the lines that a flash message describes (`describeAdded`), or null if the message is about something else. */
export function readAdded(flash: Flash | null, cart: PricedCart | null): AddedLines | null {
  if (!flash?.description) return null
  const described = new URLSearchParams(flash.description)
  const lines = described.getAll('line').flatMap((key) => cart?.lines.find((line) => line.key === key) ?? [])
  const from = described.get('from')
  const [first] = lines
  if (!first?.slug) return { lines: [], from: shopPath(from ?? '/product-listing') }
  const { size, color, slug } = first
  const choice = { ...(color ? { color } : {}), ...(size ? { size } : {}) }
  return {
    lines: lines.map(({ key, name, image, size, color }) => ({ key, name, image, size, color })),
    from: from === null ? productUrl(slug, choice) : shopPath(from),
  }
}

interface AddedProps {
  added: AddedLines
  canOrder: boolean
  isSignedIn: boolean
}

/** Says what was added, with ways back and on. It takes the focus, so that screen readers read it on arrival. */
export function Added({ added: { lines, from }, canOrder, isSignedIn }: AddedProps) {
  if (lines.length === 0) return <Notice type="success">{m.cart_added()}</Notice>
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- says what came of the form that led here
    <section className="added" aria-labelledby="added" tabIndex={-1} autoFocus>
      {lines.map(({ key, name, image, size, color }, place) => (
        <Fragment key={key}>
          <Picture source={image} alt="" widths={[160, 320]} sizes="72px" />
          <div>
            {place === 0 ? (
              <p id="added" role="status">
                {m.cart_added()}
              </p>
            ) : null}
            <p {...freeText(name)}>{name}</p>
            <p className="muted small">{listed([size ? m.cart_size({ size }) : '', nameOf('color', color)])}</p>
          </div>
        </Fragment>
      ))}
      <p className="added-ways">
        <a className="button button-outline" href={from}>
          {m.cart_keep_shopping()}
        </a>{' '}
        {canOrder ? (
          <a className="button" href={checkoutUrl(isSignedIn)}>
            {m.cart_to_checkout()}
          </a>
        ) : null}
      </p>
    </section>
  )
}
