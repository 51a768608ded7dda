import type { OwnSizeOffer } from './own-size'

interface OwnSizeProps {
  offer: OwnSizeOffer
  /** The address of the product's page in a size. */
  to: (size: string) => string
  /** The page to come back to when the size is forgotten. */
  from: string
}

/** What a product's page says of the shopper's own size; `data-size` lets the page choose it in place. */
export function OwnSize({ offer, to, from }: OwnSizeProps) {
  return (
    <div className="own-size">
      <OfferWords offer={offer} to={to} />
      <ForgetSizes from={from} />
    </div>
  )
}

/** Whether a product comes in a size, with the way to it or to its sisters. */
export function OfferWords({ offer: { size, state, sisters }, to }: Pick<OwnSizeProps, 'offer' | 'to'>) {
  if (state === 'available')
    return (
      <p>
        Your size:{' '}
        <a href={to(size)} data-size={size}>
          {size}
        </a>
      </p>
    )
  return (
    <p>
      Your size, {size}, is {state === 'sold-out' ? 'sold out' : 'not made in this product'}.
      {sisters.length > 0 ? ' Its sister size holds the same cup volume: ' : null}
      {sisters.map((sister, place) => (
        <span key={sister}>
          {place > 0 ? ', ' : null}
          <a href={to(sister)} data-size={sister}>
            {sister}
          </a>
        </span>
      ))}
    </p>
  )
}

/** The way to have this browser's sizes forgotten. */
export function ForgetSizes({ from }: { from: string }) {
  return (
    <form method="post" action="/own-size">
      <input type="hidden" name="from" value={from} />
      <button className="link">Forget my size</button>
    </form>
  )
}
