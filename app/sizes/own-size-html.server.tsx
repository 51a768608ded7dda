import { renderToStaticMarkup } from 'react-dom/server'
import { ownOfferOf, type OwnSizes } from './own-size'
import { OwnSize } from './own-size-offer'
import type { SizedProduct } from '~/catalog/product-chart'

/** Returns the HTML about the shopper's own size for the product's page at `request`; empty without an own size. */
export function ownSizeHtml(product: SizedProduct, own: OwnSizes, request: Request): string {
  const offer = ownOfferOf(product, own)
  if (!offer) return ''
  const { pathname, search, searchParams } = new URL(request.url)
  const to = (size: string) => {
    const parameters = new URLSearchParams(searchParams)
    parameters.set('size', size)
    for (const transient of ['missing', 'step']) parameters.delete(transient)
    return `${pathname}?${parameters}`
  }
  return renderToStaticMarkup(<OwnSize offer={offer} to={to} from={pathname + search} />)
}
