import { parseBraSize, sisterSizes } from './bra-size'
import { chartOf, type ChartName, type SizedProduct } from '~/catalog/product-chart'

/** The shopper's own sizes by kind of garment. */
export type OwnSizes = Partial<Record<ChartName, string>>

/** Whether a product is available in the shopper's own size. */
export interface OwnSizeOffer {
  size: string
  state: 'available' | 'sold-out' | 'not-made'
  /** Available sizes of the same cup volume, if the own size isn't available. */
  sisters: string[]
}

/** Returns whether a product is available in a size, with its sister sizes. */
export function offerOf({ variants }: Pick<SizedProduct, 'variants'>, size: string): OwnSizeOffer {
  const own = variants.find(({ label }) => label === size)
  const state = !own ? 'not-made' : own.stock === 0 ? 'sold-out' : 'available'
  const bra = parseBraSize(size)
  const sisters = state === 'available' || !bra ? [] : sisterSizes(bra)
  return {
    size,
    state,
    sisters: sisters.filter((sister) => variants.some(({ label, stock }) => label === sister && stock !== 0)),
  }
}

/** Returns whether a product is available in the shopper's own size; null if that size is unknown. */
export function ownOfferOf(product: SizedProduct, own: OwnSizes): OwnSizeOffer | null {
  const chart = chartOf(product)
  const size = chart && own[chart]
  return size && product.variants.length > 0 ? offerOf(product, size) : null
}
