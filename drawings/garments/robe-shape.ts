import { mirrored, type Part } from '../engine/part.ts'
import { offset, symmetric } from '../engine/paths.ts'
import { drapes } from './folds.ts'
import { BELT, dyed, type Robe } from './robe-design.ts'
import { label } from './trims.ts'

export const neckInside = (design: Robe): Part[] => [
  { ...dyed(design), path: symmetric('M0,118C30,116 52,118 64,128L80,220L0,420'), tone: -0.5, lift: 4, drape: 4 },
  ...label(0, 138, 30),
]

export function sideOf({ length, hemHalf }: Robe) {
  return `C176,440 180,470 ${178},${BELT - 6}C${178 + (hemHalf - 178) * 0.36},${BELT + (length - BELT) * 0.34} ${178 + (hemHalf - 178) * 0.72},${BELT + (length - BELT) * 0.7} ${hemHalf},${length}`
}

export function fronts(design: Robe): Part[] {
  const { length, hemHalf, folds = [7, 12], seed = 1 } = design
  const half = (lap: number): Part => ({
    ...dyed(design),
    path: `M66,140C128,150 160,230 176,330${sideOf(design)}C${hemHalf * 0.66},${length + 16} ${hemHalf * 0.3},${length + 22} ${lap},${length + 22}L0,${BELT}L52,300Z`,
    lift: 7,
    drape: 14,
    waves: [80, 420],
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
    stitches: [
      offset(
        `M${hemHalf},${length}C${hemHalf * 0.66},${length + 16} ${hemHalf * 0.3},${length + 22} ${lap},${length + 22}`,
        13,
      ),
    ],
  })
  return [half(-8), { ...mirrored(half(-30)), lift: 8 }]
}
