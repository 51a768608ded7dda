import { m } from '~/language/messages'
import { listed, nameOf } from '~/language/names'
import { inOneLine } from '~/language/formats'
import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'
import { Picture } from '~/ui/picture'
import type { OrderItem as Item } from './order-rows'
import { OldPrice } from '~/ui/old-price'

export function OrderItem({ item }: { item: Item }) {
  const about = listed([item.selected_size, item.selected_color && nameOf('color', item.selected_color)])
  const isDiscounted = item.price_at_purchase < item.price
  return (
    <li className="order-item">
      <Picture source={item.product_image} alt="" widths={[160]} sizes="64px" />
      <div>
        <span {...freeText(item.product_name)}>
          {item.products ? <a href={`/product/${item.products.slug}`}>{item.product_name}</a> : item.product_name}
        </span>
        <p className="muted small">
          {about}
          <br />
          {m.orders_quantity({ count: item.quantity, price: inOneLine(formatMoney(item.price_at_purchase)) })}
          {item.set_off > 0 ? (
            <>
              <br />
              {m.cart_less_in_set({ amount: inOneLine(formatMoney(item.set_off)) })}
            </>
          ) : null}
        </p>
        {item.products ? (
          <p className="small item-about" {...freeText(item.products.description)}>
            {item.products.description}
          </p>
        ) : null}
        <p className="item-pictures">
          {otherPictures(item).map((url) => (
            <Picture key={url} source={url} alt="" widths={[160]} sizes="48px" />
          ))}
        </p>
      </div>
      <span className="price">
        {formatMoney(item.subtotal)} {isDiscounted ? <OldPrice price={item.price * item.quantity} /> : null}
      </span>
    </li>
  )
}

/** Returns up to two more pictures, none of another colour than the ordered one. */
function otherPictures({ products, product_image: first, selected_color: color }: Item): string[] {
  const pictures = products?.product_media ?? []
  return pictures
    .filter(
      ({ url, is_banner: isBanner, colors }) =>
        url !== first && !isBanner && (colors === null || color === null || colors.name === color),
    )
    .slice(0, 2)
    .map(({ url }) => url)
}
