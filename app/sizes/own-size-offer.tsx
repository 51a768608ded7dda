import { m } from '~/language/messages'
import type { SizedProduct } from '~/catalog/product-chart'
import { ownOfferOf, type OwnSizeOffer, type OwnSizes } from './own-size'

/**
 * Renders the shopper's own size on a product's page at `url`, or nothing without an own size; `data-size` lets React choose it in
 * place.
 */
export function OwnSize({ product, own, url }: { product: SizedProduct; own: OwnSizes; url: URL }) {
  const offer = ownOfferOf(product, own)
  if (!offer) return null
  const to = (size: string) => {
    const parameters = new URLSearchParams(url.search)
    parameters.set('size', size)
    parameters.delete('missing')
    return `${url.pathname}?${parameters}`
  }
  return (
    <div className="own-size">
      <OfferWords offer={offer} to={to} />
      <ForgetSizes from={url.pathname + url.search} />
    </div>
  )
}

interface OfferWordsProps {
  offer: OwnSizeOffer
  to: (size: string) => string
}

/** Says whether a product has a size, with links to it or its sister sizes. */
export function OfferWords({ offer: { size, state, sisters }, to }: OfferWordsProps) {
  if (state === 'available')
    return (
      <p>
        {m.sizes_yours()}{' '}
        <a href={to(size)} data-size={size}>
          {size}
        </a>
      </p>
    )
  return (
    <p>
      {state === 'sold-out' ? m.sizes_yours_sold_out({ size }) : m.sizes_yours_not_made({ size })}
      {sisters.length > 0 ? ` ${m.sizes_its_sister()} ` : null}
      {sisters.map((sister, index) => (
        <span key={sister}>
          {index > 0 ? ', ' : null}
          <a href={to(sister)} data-size={sister}>
            {sister}
          </a>
        </span>
      ))}
    </p>
  )
}

export function ForgetSizes({ from }: { from: string }) {
  return (
    <form method="post" action="/own-size">
      <input type="hidden" name="from" value={from} />
      <button className="link">{m.sizes_forget_my_size()}</button>
    </form>
  )
}
