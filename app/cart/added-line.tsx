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

/** What was added to the cart just now. */
export interface AddedLine {
  /** Null if the cart can't show it, since it could not be priced for one. */
  line: Pick<PricedLine, 'name' | 'image' | 'size' | 'color'> | null
  /** Where the shopper was. */
  from: string
}

/** Returns the line that a flash message describes (`describeAdded`), or null if the message is about something else. */
export function readAdded(flash: Flash | null, cart: PricedCart | null): AddedLine | null {
  if (!flash?.description) return null
  const described = new URLSearchParams(flash.description)
  const line = cart?.lines.find(({ key }) => key === described.get('line'))
  const from = described.get('from')
  if (!line?.slug) return { line: null, from: shopPath(from ?? '/product-listing') }
  const { name, image, size, color, slug } = line
  const choice = { ...(color ? { color } : {}), ...(size ? { size } : {}) }
  return { line: { name, image, size, color }, from: from === null ? productUrl(slug, choice) : shopPath(from) }
}

interface AddedProps {
  added: AddedLine
  canOrder: boolean
  isSignedIn: boolean
}

/** Says what was added, with ways back and on. It takes the focus, so that screen readers read it on arrival. */
export function Added({ added: { line, from }, canOrder, isSignedIn }: AddedProps) {
  if (!line) return <Notice type="success">{m.cart_added()}</Notice>
  return (
    // oxlint-disable-next-line jsx-a11y/no-autofocus -- says what came of the form that led here
    <section className="added" aria-labelledby="added" tabIndex={-1} autoFocus>
      <Picture source={line.image} alt="" widths={[160, 320]} sizes="72px" />
      <div>
        <p id="added" role="status">
          {m.cart_added()}
        </p>
        <p {...freeText(line.name)}>{line.name}</p>
        <p className="muted small">
          {listed([line.size ? m.cart_size({ size: line.size }) : '', nameOf('color', line.color)])}
        </p>
      </div>
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
