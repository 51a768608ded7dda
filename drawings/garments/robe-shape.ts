import { mirrored, type Part } from '../engine/part.ts'
import { offset, symmetric } from '../engine/paths.ts'
import { drapes } from './folds.ts'
import { BELT, dyed, type Robe } from './robe-design.ts'
import { label } from './trims.ts'

export const neckInside = (design: Robe): Part[] => [
  { ...dyed(design), path: symmetric('M0,118C30,116 52,118 64,128L80,220L0,420'), tone: -0.5 },
  ...label(0, 138, 30),
]

export function sideOf({ length, hemHalf }: Robe) {
  return `C176,440 180,470 ${178},${BELT - 6}C${178 + (hemHalf - 178) * 0.36},${BELT + (length - BELT) * 0.34} ${178 + (hemHalf - 178) * 0.72},${BELT + (length - BELT) * 0.7} ${hemHalf},${length}`
}

/** How far the stitches of hems and cuffs are from the edge. */
export const HEM = 14

/** The hem from the side to a place near the middle. */
export const hemOf = ({ length, hemHalf }: Robe, to: number) =>
  `C${hemHalf * 0.66},${length + 16} ${hemHalf * 0.3},${length + 22} ${to},${length + 22}`

/** The same stitches in front and behind; lace has none. */
export const hemStitch = (design: Robe, to: number): string[] =>
  design.laceAt?.includes('hem') ? [] : [offset(`M${design.hemHalf},${design.length}${hemOf(design, to)}`, HEM)]

export function fronts(design: Robe): Part[] {
  const { length, hemHalf, folds = [7, 12], seed = 1 } = design
  const half = (lap: number): Part => ({
    ...dyed(design),
    path: `M66,140C128,150 160,230 176,330${sideOf(design)}${hemOf(design, lap)}L0,${BELT}L52,300Z`,
    folds: [
      ...drapes({
        top: BELT + 14,
        bottom: length,
        topHalf: 160,
        bottomHalf: hemHalf,
        count: folds[0],
        height: folds[1],
        seed,
      }),
      ['M100,190C100,300 80,420 52,506', 18, 14, 11],
      ['M156,300C140,380 110,450 70,506', 14, 10, -11],
    ],
    stitches: hemStitch(design, lap),
  })
  return [half(-8), { ...mirrored(half(-30)) }]
}
