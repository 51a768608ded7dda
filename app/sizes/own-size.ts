import { readBraSize, sisterSizes } from './bra-size'
import { chartOf, type ChartName, type SizedProduct } from './kinds'

/** The shopper's own sizes, by kind of garment. */
export type OwnSizes = Partial<Record<ChartName, string>>

/** What a product's page says of the shopper's own size. */
export interface OwnSizeOffer {
  size: string
  state: 'available' | 'sold-out' | 'not-made'
  /** Sizes of the same cup volume that can be bought, where the own one can't. */
  sisters: string[]
}

/** How a product comes in a size. */
export function offerOf({ variants }: Pick<SizedProduct, 'variants'>, size: string): OwnSizeOffer {
  const own = variants.find(({ label }) => label === size)
  const state = !own ? 'not-made' : own.stock === 0 ? 'sold-out' : 'available'
  const bra = readBraSize(size)
  const sisters = state === 'available' || !bra ? [] : sisterSizes(bra)
  return {
    size,
    state,
    sisters: sisters.filter((sister) => variants.some(({ label, stock }) => label === sister && stock !== 0)),
  }
}

/** How a product comes in the shopper's own size; null when that isn't known for its kind. */
export function ownOfferOf(product: SizedProduct, own: OwnSizes): OwnSizeOffer | null {
  const chart = chartOf(product)
  const size = chart && own[chart]
  return size && product.variants.length > 0 ? offerOf(product, size) : null
}
