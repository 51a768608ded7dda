import { m } from '~/language/messages'
import { formatMoney } from '~/platform/money'
import { freeText } from '~/ui/free-text'
import { Stars } from '~/ui/stars'
import { priceOf } from '~/catalog/price'
import type { ChoiceView } from './product-view'

/** Renders a product's name, rating, price and description. */
export function ProductHead({ product, reviewsUrl }: { product: ChoiceView; reviewsUrl: string }) {
  const { list, final, percentOff } = priceOf(product.price, product.discount)
  const { average_rating: average, review_count: count } = product.ratings
  return (
    <div className="product-head">
      <h1 {...freeText(product.name)}>{product.name}</h1>
      <a className="rating product-rating" href={reviewsUrl}>
        {average === null ? (
          <span className="underline">{m.product_no_ratings()}</span>
        ) : (
          <>
            <Stars rating={average} />
            {` ${average} `}
            <span className="underline">{m.product_reviews_count({ count })}</span>
          </>
        )}
      </a>
      <p className="price">
        {`${formatMoney(final)} `}
        {final < list ? (
          <>
            <s>{formatMoney(list)}</s>{' '}
            <span className="badge" dir="ltr">
              {`-${percentOff}%`}
            </span>
          </>
        ) : null}
      </p>
      <p className="muted" {...freeText(product.description)}>
        {product.description}
      </p>
    </div>
  )
}
