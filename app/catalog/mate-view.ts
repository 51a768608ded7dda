import { priceOf } from './price'
import type { ChoiceCard } from './product.schema'
import { isGone, sizeOption, type SizeOption } from './stock'

/** A product that completes another, as pages show it. */
export interface MateView {
  id: string
  slug: string
  name: string
  /** In the colour of the product that it completes, if it has that, else in its first. */
  picture: string | null
  color: string
  colors: string[]
  sizes: SizeOption[]
  /** What it sells for, in paisa. */
  final: number
  /** What it and the product that it completes cost less together, in paisa. */
  off: number
}

/** Returns the products that can be sold now, each in the colour of the product that it completes if it has that. */
export function toMateViews(mates: readonly ChoiceCard[], colorOf: (mate: ChoiceCard) => string | null): MateView[] {
  return mates
    .filter(({ variants }) => variants.length === 0 || !variants.every(isGone))
    .map((mate) => {
      const { id, slug, name, colors, variants, pictures, media } = mate
      const wanted = colorOf(mate)
      const color = (colors.find((one) => one.name === wanted) ?? colors[0])?.name ?? ''
      return {
        id,
        slug,
        name,
        picture: pictures[color] ?? media[0]?.url ?? null,
        color,
        colors: colors.map((one) => one.name),
        sizes: variants.map((variant) => sizeOption(variant, color || null)),
        final: priceOf(mate).final,
        off: mate.price_off,
      }
    })
}
