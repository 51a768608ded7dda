import type { OwnSizeOffer } from './own-size'

interface OwnSizeProps {
  offer: OwnSizeOffer
  /** Returns the product's URL with a size. */
  to: (size: string) => string
  /** The page to return to after deleting the sizes. */
  from: string
}

/** Renders the shopper's own size on a product's page; `data-size` lets React choose it in place. */
export function OwnSize({ offer, to, from }: OwnSizeProps) {
  return (
    <div className="own-size">
      <OfferWords offer={offer} to={to} />
      <ForgetSizes from={from} />
    </div>
  )
}

/** Says whether a product has a size, with links to it or its sister sizes. */
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

/** Renders the button that deletes this browser's sizes. */
export function ForgetSizes({ from }: { from: string }) {
  return (
    <form method="post" action="/own-size">
      <input type="hidden" name="from" value={from} />
      <button className="link">Forget my size</button>
    </form>
  )
}
