import { m } from '~/language/messages'

/** The kinds of sizes: letters, also for two sizes ('M/L'), bands with a cup, and all others. The first that fits is a size's. */
const KINDS: [label: () => string, fits: RegExp][] = [
  [m.listing_letter_sizes, /^(\d?X{0,3}[SL]|M)(\s?[/-]\s?(\d?X{0,3}[SL]|M))?$/],
  [m.listing_bra_sizes, /^\d{2} ?[A-Z]{1,3}$/],
  [m.listing_other_sizes, /^/],
]

/** Returns the sizes by kind, in the order of the shop; kinds without any are left out. */
export function sizesByKind(sizes: readonly string[]): { label: string; sizes: string[] }[] {
  const kindOf = (size: string) => KINDS.findIndex(([, fits]) => fits.test(size))
  return KINDS.map(([label], kind) => ({
    label: label(),
    sizes: sizes.filter((size) => kindOf(size) === kind),
  })).filter((kind) => kind.sizes.length > 0)
}
