import { priceOf } from '~/catalog/price'
import { productUrl } from '~/catalog/product-choice'
import { formatMoney } from '~/platform/money'
import { Icon, VisuallyHidden } from '~/ui/icon'
import { Picture } from '~/ui/picture'
import { SubmitButton } from '~/ui/submit-button'
import type { WishedProduct } from './wishlist.server'

/** A product as the wishlist shows it. */
export interface WishView {
  name: string
  slug: string
  picture: string | null
  /** Paisa, before and after the discount. */
  list: number
  final: number
  percentOff: number
  colors: string[]
  sizes: { label: string; isSoldOut: boolean }[]
}

/** Returns a product as the wishlist shows it. */
export function toWishView({ name, slug, media, price, discount, colors, variants }: WishedProduct): WishView {
  return {
    name,
    slug,
    picture: media[0]?.url ?? null,
    ...priceOf(price, discount),
    colors: colors.map((color) => color.name),
    sizes: variants.map(({ label, stock }) => ({ label, isSoldOut: stock === 0 })),
  }
}

/** Renders the products of a wishlist, each with a form that moves it into the cart. */
export function Wishes({ wishes }: { wishes: WishView[] }) {
  return (
    <ul className="wishes">
      {wishes.map((wish) => (
        <Wish key={wish.slug} wish={wish} />
      ))}
    </ul>
  )
}

function Wish({ wish }: { wish: WishView }) {
  const { name, slug, sizes } = wish
  const url = productUrl(slug)
  const isSoldOut = sizes.length > 0 && sizes.every((size) => size.isSoldOut)
  return (
    <li className="cart-line" id={slug}>
      <a href={url} tabIndex={-1} aria-hidden="true">
        <Picture source={wish.picture} alt="" widths={[160, 320]} sizes="(min-width:1024px) 120px, 84px" />
      </a>
      <h2>
        <a href={url}>{name}</a>
      </h2>
      <form method="post" action="/wishlist">
        <input type="hidden" name="slug" value={slug} />
        <button className="icon-button remove" name="intent" value="remove">
          <Icon name="bin" label={`Remove ${name}`} />
        </button>
      </form>
      <p className="line-about price">
        {formatMoney(wish.final)} {wish.final < wish.list ? <s>{formatMoney(wish.list)}</s> : null}
      </p>
      <div className="line-foot">
        {isSoldOut ? (
          <p>
            Sold out.{' '}
            <a className="link" href={`${url}#back-in-stock`}>
              Mail me when it is back
            </a>
          </p>
        ) : (
          <MoveForm wish={wish} />
        )}
      </div>
    </li>
  )
}

/** Asks for size and colour if there is a choice. */
function MoveForm({ wish: { name, slug, sizes, colors } }: { wish: WishView }) {
  return (
    <form className="move-form" method="post" action="/wishlist">
      <input type="hidden" name="slug" value={slug} />
      {sizes.length > 0 ? (
        <select name="size" aria-label={`Size of ${name}`} defaultValue={sizes.length === 1 ? sizes[0]?.label : ''}>
          {sizes.length > 1 ? <option value="">Size</option> : null}
          {sizes.map(({ label, isSoldOut }) => (
            <option key={label} value={label} disabled={isSoldOut}>
              {label}
              {isSoldOut ? ', sold out' : ''}
            </option>
          ))}
        </select>
      ) : null}
      {colors.length > 0 ? (
        <select name="color" aria-label={`Color of ${name}`} defaultValue={colors[0]}>
          {colors.map((color) => (
            <option key={color} value={color}>
              {color}
            </option>
          ))}
        </select>
      ) : null}
      <SubmitButton className="button" name="intent" value="move" busy="Moving…">
        Move to Cart <VisuallyHidden>{name}</VisuallyHidden>
      </SubmitButton>
    </form>
  )
}
