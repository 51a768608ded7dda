import { braEquivalents, braLabel, sisterSizes, type BraSize } from './bra-size'
import { OfferWords } from './own-size-offer'
import type { OwnSizeOffer } from './own-size'

interface FoundSizeProps {
  found: { size: BraSize; letter: string | null }
  product: { name: string; slug: string } | null
  offer: OwnSizeOffer | null
}

/** Renders the found size with its sister sizes, its names in other systems and links to products. */
export function FoundSize({ found: { size, letter }, product, offer }: FoundSizeProps) {
  const label = braLabel(size)
  const { eu, us } = braEquivalents(size)
  const sisters = sisterSizes(size)
  const to = (chosen: string) => `/product/${product?.slug}?${new URLSearchParams({ size: chosen })}`
  return (
    <section className="found-size" aria-labelledby="found">
      <h2 id="found">
        Your size is <span className="found-label">{label}</span>
      </h2>
      <p>
        EU {eu}, US {us}.{letter ? ` In sports bras and bralettes: ${letter}.` : null}
      </p>
      {sisters.length > 0 ? (
        <p>
          Sister {sisters.length === 1 ? 'size' : 'sizes'}: {sisters.join(' and ')}. The cup holds the same; try{' '}
          {sisters.length === 1 ? 'it' : `${sisters[0]} if the band feels loose, ${sisters[1]} if it feels tight`}.
        </p>
      ) : null}
      {product && offer ? (
        <div className="found-product">
          <h3>{product.name}</h3>
          {offer.state === 'available' ? (
            <p>
              <a className="button" href={to(offer.size)}>
                Choose it in {offer.size}
              </a>
            </p>
          ) : (
            <OfferWords offer={offer} to={to} />
          )}
        </div>
      ) : (
        <p>
          <a className="button" href={`/product-listing?${new URLSearchParams({ sizes: label })}`}>
            Show bras in {label}
          </a>
        </p>
      )}
    </section>
  )
}
