/** Robes: a front that wraps, two sleeves, a collar and a belt. */
import { pair, type Part } from '../engine/part.ts'
import { across, bothSides, type Point, reversed, scallops, symmetric } from '../engine/paths.ts'
import { foldedRobe } from './folded-robe.ts'
import { drapes } from './folds.ts'
import type { Garment } from './garment.ts'
import { belt, collar, trims } from './robe-belt.ts'
import { BELT, dyed, lacy, type Robe } from './robe-design.ts'
import { fronts, neckInside, sideOf } from './robe-shape.ts'
import { cuffLine, sleeves } from './sleeve.ts'
import { hanger } from './styling.ts'
import { IVORY, piping } from './trims.ts'

const SEWN = { shoulder: [204, 196], armpit: [176, 400], neck: [90, 144] } satisfies Record<string, Point>

export function robe(design: Robe): Garment {
  const front = [
    ...neckInside(design),
    ...arms(design),
    ...fronts(design),
    ...trims(design),
    ...collar(design),
    ...belt(design),
  ]
  return {
    front,
    back: back(design),
    hung: [...hanger(122, 196), ...front],
    folded: foldedRobe(
      design,
      design.collar === 'lace'
        ? { material: 'lace', pattern: design.lace ?? 'jasmine', sheer: 0.7, tone: 0.15 }
        : design.isPiped
          ? { stitches: [], tone: 0.16 }
          : {},
      design.belt !== 'buttoned',
    ),
    closeUp: { at: [30, 470], zoom: 2.1 },
    largest: 0.94,
  }
}

function arms(design: Robe): Part[] {
  const sewn = { ...SEWN, sleeve: design.sleeve }
  const [edge, inner] = [cuffLine(sewn, 0), cuffLine(sewn, 46)]
  return [
    ...sleeves(sewn, { ...dyed(design), drape: 13 }),
    ...(design.laceAt?.includes('cuffs')
      ? pair({ ...lacy(design), path: `${scallops(edge, 20, -10)}${reversed(inner)}Z` })
      : []),
    ...(design.isPiped
      ? pair(piping(cuffLine(sewn, 40), 3.6, IVORY))
      : pair({ path: cuffLine(sewn, 18), stroke: 2, material: design.cloth, tone: -0.2, lift: 0, isTrim: true })),
  ]
}

function back(design: Robe): Part[] {
  const { length, hemHalf, folds = [7, 12], seed = 1 } = design
  const hasBelt = design.belt !== 'buttoned'
  return [
    ...arms(design),
    {
      ...dyed(design),
      path: symmetric(
        `M0,142C30,142 52,134 66,140C128,150 160,230 176,330${sideOf(design)}C${hemHalf * 0.66},${length + 16} ${hemHalf * 0.3},${length + 22} 0,${length + 22}`,
      ),
      lift: 8,
      drape: 14,
      waves: [110, 420],
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
      seams: ['M0,160L0,500', bothSides('M70,146C100,240 140,290 172,320')],
    },
    ...trims({ ...design, pockets: false }),
    {
      ...dyed(design),
      path: symmetric(
        `M0,104C40,104 72,116 ${design.collar === 'wide-shawl' ? 104 : 86},142C70,${design.collar === 'wide-shawl' ? 184 : 160} 40,172 0,${design.collar === 'wide-shawl' ? 192 : 172}`,
      ),
      tone: 0.1,
      lift: 6,
      drape: 3,
      edge: [8, 9],
      isTrim: true,
    },
    ...(hasBelt
      ? [
          belt(design)[0] ?? [],
          ...pair({
            path: `M166,${BELT - 40}L166,${BELT + 56}`,
            stroke: 5,
            material: design.cloth,
            tone: -0.1,
            lift: 3,
            isTrim: true,
          }),
        ].flat()
      : []),
    ...(design.isPiped ? [piping(across('M0,171C40,171 70,159 85,142'), 3.4, IVORY)] : []),
  ]
}
