/** Robes: a front that wraps, two sleeves, a collar and a belt. */
import { pair, type Part } from '../engine/part.ts'
import { across, bothSides, type Point, reversed, scallops, symmetric } from '../engine/paths.ts'
import { drapes } from './folds.ts'
import type { Garment } from './garment.ts'
import { belt, collar, collarCloth, trims } from './robe-belt.ts'
import { BELT, dyed, lacy, type Robe } from './robe-design.ts'
import { fronts, HEM, hemOf, hemStitch, neckInside, sideOf } from './robe-shape.ts'
import { cuffLine, sleeves } from './sleeve.ts'
import { IVORY, piping } from './trims.ts'

const SEWN = { shoulder: [204, 196], armpit: [176, 400], neck: [90, 144] } satisfies Record<string, Point>

export function robe(design: Robe): Garment {
  return {
    front: [
      ...neckInside(design),
      ...arms(design),
      ...fronts(design),
      ...trims(design),
      ...collar(design),
      ...belt(design),
    ],
    back: back(design),
    closeUp: { at: [30, 470], zoom: 1.9 },
    largest: 0.94,
  }
}

function arms(design: Robe): Part[] {
  const sewn = { ...SEWN, sleeve: design.sleeve }
  const [edge, inner] = [cuffLine(sewn, 0), cuffLine(sewn, 46)]
  const isPlain = !design.isPiped && !design.laceAt?.includes('cuffs')
  return [
    ...sleeves(sewn, { ...dyed(design), stitches: isPlain ? [cuffLine(sewn, HEM)] : [] }),
    ...(design.laceAt?.includes('cuffs')
      ? pair({ ...lacy(design), path: `${scallops(edge, 20, -10)}${reversed(inner)}Z` })
      : []),
    ...(design.isPiped ? pair(piping(cuffLine(sewn, 40), 3.6, IVORY)) : []),
  ]
}

function back(design: Robe): Part[] {
  const { length, hemHalf, folds = [7, 12], seed = 1 } = design
  const isWide = design.collar === 'wide-shawl'
  const [half, drop] = isWide ? [104, 192] : [86, 172]
  return [
    ...arms(design),
    {
      ...dyed(design),
      path: symmetric(`M0,142C30,142 52,134 66,140C128,150 160,230 176,330${sideOf(design)}${hemOf(design, 0)}`),
      folds: [
        ...drapes({
          top: BELT + 14,
          bottom: length,
          topHalf: 160,
          bottomHalf: hemHalf,
          count: folds[0] + 1,
          height: folds[1],
          seed: seed + 4,
        }),
        ['M100,180C106,300 100,420 70,500M-100,180C-106,300 -100,420 -70,500', 18, 14, 10],
      ],
      seams: [`M0,160L0,${length + 22}`],
      stitches: hemStitch(design, 0).map(bothSides),
    },
    ...trims({ ...design, pockets: false }),
    ...collarCloth(design, symmetric(`M0,104C40,104 72,116 ${half},142C70,${drop - 10} 40,${drop} 0,${drop}`)),
    ...belt(design).slice(0, design.belt === 'buttoned' ? 0 : 1),
    ...(design.isPiped ? [piping(across(`M0,${drop}C40,${drop} 70,${drop - 10} ${half},142`), 3.4, IVORY)] : []),
  ]
}
