import { pair, type Part } from '../engine/part.ts'
import { bothSides, symmetric } from '../engine/paths.ts'
import { cupLines } from './bra-cup.ts'
import type { Bra } from './bra-design.ts'
import { strapsOf } from './bra-straps.ts'
import { hooks } from './trims.ts'

/** y of the band's upper and lower edge where it closes. A longline is as long behind as in front. */
export const closing = ({ wing = 128, longline = 0, base = 724 }: Bra): [top: number, bottom: number] => [
  604 - wing * 0.42,
  longline ? base + longline : 604 + wing * 0.42,
]

/** The band, from one side around the back to the other, as it is seen from behind. */
export function band(design: Bra): Part {
  const { cloth, pattern, lace = 'jasmine', laceAt = [] } = design
  const [middle, bottom] = closing(design)
  const top = `M0,${middle}C70,${middle} 150,${middle - 8} 272,${middle - 50}`
  const foot = `C280,${middle - 20} 278,${bottom - 90} 268,${bottom - 62}C210,${bottom - 14} 120,${bottom} 0,${bottom}`
  const isLace = ['wing', 'all', 'longline'].some((place) => laceAt.some((laced) => laced === place))
  return {
    path: symmetric(top + foot),
    folds: [
      ['M70,590C130,588 190,570 250,546M-70,590C-130,588 -190,570 -250,546', 14, 12, -5],
      ['M120,630C170,626 220,612 262,590M-120,630C-170,626 -220,612 -262,590', 12, 10, 5],
    ],
    ...(isLace
      ? { material: 'lace' as const, pattern: lace, sheer: 0.8, tone: 0.02 }
      : {
          material: cloth === 'foam' ? ('microfibre' as const) : cloth,
          pattern,
          patternScale: 1,
          stitches: [
            bothSides(`M0,${middle + 11}C70,${middle + 11} 150,${middle + 3} 276,${middle - 38}`),
            bothSides(`M0,${bottom - 11}C120,${bottom - 11} 206,${bottom - 26} 266,${bottom - 74}`),
          ],
        }),
  }
}

/** A bra from behind, closed: the cups' insides above, the band with its hooks in front. */
export function braBack(design: Bra): Part[] {
  const [top, bottom] = closing(design)
  const straps = strapsOf(design, top)
  return [
    ...pair({ path: cupLines(design).cup, material: design.cloth, tone: -0.42 }),
    ...straps.front.map((part) => ({ ...part, tone: part.color ? 0 : -0.2 })),
    ...straps.back,
    band(design),
    ...hooks(top, bottom),
  ]
}
