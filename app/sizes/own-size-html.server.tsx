import { renderToStaticMarkup } from 'react-dom/server'
import { ownOfferOf, type OwnSizes } from './own-size'
import { OwnSize } from './own-size-offer'
import type { SizedProduct } from './kinds'

/** Returns what a product's page at `request` says of the shopper's own size, as HTML; empty when there is nothing to say. */
export function ownSizeHtml(product: SizedProduct, own: OwnSizes, request: Request): string {
  const offer = ownOfferOf(product, own)
  if (!offer) return ''
  const { pathname, search, searchParams } = new URL(request.url)
  const to = (size: string) => {
    const parameters = new URLSearchParams(searchParams)
    parameters.set('size', size)
    for (const passing of ['missing', 'step']) parameters.delete(passing)
    return `${pathname}?${parameters}`
  }
  return renderToStaticMarkup(<OwnSize offer={offer} to={to} from={pathname + search} />)
}
