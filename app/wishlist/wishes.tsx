import type { z } from 'zod'
import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { ColorOptions, SizeOptions } from '~/catalog/choice-options'
import { productUrl } from '~/catalog/product-choice'
import { formatMoney } from '~/platform/money'
import { Icon, VisuallyHidden } from '~/ui/icon'
import { Picture } from '~/ui/picture'
import { SubmitButton } from '~/ui/submit-button'
import type { WishView } from './wish-view'
import { isSameWish, type Wish } from './wishlist'
import type { movedWishSchema } from './wishlist.schema'
import { OldPrice } from '~/ui/old-price'

interface WishesProps {
  wishes: WishView[]
  /** What was chosen for a wish that could not be moved to the cart. */
  tried?: z.output<typeof movedWishSchema>
}

export function Wishes({ wishes, tried }: WishesProps) {
  return (
    <ul className="wishes">
      {wishes.map((wish) => (
        <WishItem key={wish.elementId} wish={wish} tried={isOf(wish, tried) ? tried : undefined} />
      ))}
    </ul>
  )
}

const isOf = (wish: Wish, tried: WishesProps['tried']) =>
  tried !== undefined && isSameWish(wish, { slug: tried.slug, size: tried.savedSize, color: tried.savedColor })

interface WishItemProps {
  wish: WishView
  tried: WishesProps['tried']
}

function WishItem({ wish, tried }: WishItemProps) {
  const { name, size, color, quantity, isSoldOut, problem } = wish
  const url = productUrl(wish.slug, { ...(color && { color }), ...(size && { size }) })
  const chosen = [size && m.wishlist_size_is({ size }), nameOf('color', color)]
  const pieces = quantity > 1 && m.wishlist_pieces({ count: quantity })
  const about = listed([...chosen, pieces])
  // Where they can be chosen, the fields say size and colour.
  const shown = isSoldOut || problem ? about : pieces
  return (
    <li className="cart-line" id={wish.elementId}>
      <a href={url} tabIndex={-1} aria-hidden="true">
        <Picture source={wish.picture} alt="" widths={[160, 320, 480]} sizes="(min-width:1024px) 282px, 84px" />
      </a>
      <h2>
        <a href={url}>{name}</a>
      </h2>
      <form method="post" action="/wishlist">
        <WishFields wish={wish} />
        <button className="icon-button remove" name="intent" value="remove">
          <Icon name="bin" label={m.wishlist_remove({ name: listed([name, about]) })} />
        </button>
      </form>
      {shown ? <p className="line-about muted small">{shown}</p> : null}
      <p className="price">
        <span>
          {formatMoney(wish.final)}
          {quantity > 1 ? <small className="muted"> {m.wishlist_each()}</small> : null}
        </span>{' '}
        {wish.final < wish.list ? <OldPrice price={wish.list} /> : null}
      </p>
      {wish.isSoldOut ? null : <Problem wish={wish} />}
      <div className="line-foot">
        {wish.isSoldOut ? (
          <p>
            {m.wishlist_sold_out()} <AlertLink wish={wish} />
          </p>
        ) : (
          <MoveForm wish={wish} tried={tried} />
        )}
      </div>
    </li>
  )
}

function AlertLink({ wish: { slug } }: { wish: WishView }) {
  return (
    <a className="link" href={`${productUrl(slug)}#back-in-stock`}>
      {m.wishlist_tell_me()}
    </a>
  )
}

function Problem({ wish }: { wish: WishView }) {
  const { problem } = wish
  if (!problem) return null
  return (
    <p className="line-problem">
      <span className="error">{problem.message}</span> {problem.lacks === 'size' ? <AlertLink wish={wish} /> : null}
    </p>
  )
}

/** Asks for size and colour if there is a choice; a line that was saved for later begins with its own. */
function MoveForm({ wish, tried }: WishItemProps) {
  const { name, slug, size, color, quantity, sizes, colors, problem } = wish
  const asksSize = sizes.length > 1 || problem?.lacks === 'size'
  const asksColor = problem?.lacks === 'color'
  const chosenSize = asksSize ? size : sizes[0]?.label
  return (
    <form className="move-form" method="post" action="/wishlist">
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="savedSize" value={size} />
      <input type="hidden" name="savedColor" value={color} />
      <input type="hidden" name="quantity" value={quantity} />
      {sizes.length > 0 ? (
        <select
          name="size"
          aria-label={m.wishlist_size_of({ name })}
          defaultValue={tried?.size ?? (problem?.lacks === 'size' ? '' : chosenSize)}
        >
          {asksSize ? <option value="">{m.wishlist_size()}</option> : null}
          <SizeOptions sizes={sizes} />
        </select>
      ) : null}
      {colors.length > 0 ? (
        <select
          name="color"
          aria-label={m.wishlist_color_of({ name })}
          defaultValue={tried?.color ?? (asksColor ? '' : color || colors[0])}
        >
          {asksColor ? <option value="">{m.wishlist_color()}</option> : null}
          <ColorOptions colors={colors} />
        </select>
      ) : null}
      <SubmitButton className="button button-outline" name="intent" value="move" busy={m.wishlist_moving()}>
        {m.wishlist_move()} <VisuallyHidden>{name}</VisuallyHidden>
      </SubmitButton>
    </form>
  )
}

/** Identifies a wish in a form. The quantity is restored when its removal is undone. */
export function WishFields({ wish: { slug, size, color, quantity } }: { wish: Wish }) {
  return (
    <>
      <input type="hidden" name="slug" value={slug} />
      <input type="hidden" name="size" value={size} />
      <input type="hidden" name="color" value={color} />
      <input type="hidden" name="quantity" value={quantity} />
    </>
  )
}
