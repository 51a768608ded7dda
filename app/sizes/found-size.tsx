import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
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
  const [first, second] = sisterSizes(size)
  const to = (chosen: string) => `/product/${product?.slug}?${new URLSearchParams({ size: chosen })}`
  return (
    <section className="found-size" aria-labelledby="found">
      <h2 id="found">
        <ParaglideMessage
          message={m.sizes_found}
          inputs={{ size: label }}
          markup={{ size: ({ children }) => <span className="found-label">{children}</span> }}
        />
      </h2>
      <p>{letter ? m.sizes_elsewhere_letter({ eu, us, letter }) : m.sizes_elsewhere({ eu, us })}</p>
      {first ? <p>{second ? m.sizes_sisters({ first, second }) : m.sizes_sister({ size: first })}</p> : null}
      {product && offer ? (
        <div className="found-product">
          <h3>{product.name}</h3>
          {offer.state === 'available' ? (
            <p>
              <a className="button" href={to(offer.size)}>
                {m.sizes_choose_in({ size: offer.size })}
              </a>
            </p>
          ) : (
            <OfferWords offer={offer} to={to} />
          )}
        </div>
      ) : (
        <p>
          <a className="button" href={`/product-listing?${new URLSearchParams({ sizes: label })}`}>
            {m.sizes_show_bras_in({ size: label })}
          </a>
        </p>
      )}
    </section>
  )
}
