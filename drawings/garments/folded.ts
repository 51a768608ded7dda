/** Folded garments. */
import type { MaterialName } from '../engine/materials.ts'
import { type Fold, pair, type Part } from '../engine/part.ts'
import { scallops, symmetric } from '../engine/paths.ts'
import type { PatternName } from '../engine/patterns.ts'
import { sprig } from './styling.ts'
import { piping } from './trims.ts'

export interface Cloth {
  cloth: MaterialName
  pattern?: PatternName
  ribWidth?: number
}

export const dyed = ({ cloth, pattern, ribWidth }: Cloth) => ({ material: cloth, pattern, patternScale: 1, ribWidth })

/** Returns the outline of cloth folded to a rectangle around (0, 0), with soft corners and slightly curved sides. */
export const rectangle = (half: number, top: number, bottom: number) =>
  `M${-half + 14},${top}C${-half * 0.4},${top - 5} ${half * 0.4},${top + 4} ${half - 12},${top - 1}C${half - 2},${top} ${half + 3},${top + 8} ${half + 1},${top + 24}C${half - 4},${top + (bottom - top) * 0.4} ${half + 5},${top + (bottom - top) * 0.7} ${half},${bottom - 22}C${half - 1},${bottom - 6} ${half - 8},${bottom + 1} ${half - 22},${bottom}C${half * 0.4},${bottom + 6} ${-half * 0.4},${bottom - 3} ${-half + 20},${bottom + 2}C${-half + 4},${bottom + 1} ${-half - 1},${bottom - 8} ${-half},${bottom - 24}C${-half - 4},${top + (bottom - top) * 0.6} ${-half + 4},${top + (bottom - top) * 0.3} ${-half - 1},${top + 20}C${-half - 1},${top + 6} ${-half + 4},${top} ${-half + 14},${top}Z`

const soft = (half: number, top: number, bottom: number): Fold[] => [
  [
    `M${-half + 12},${bottom - 60}C${-half * 0.3},${bottom - 44} ${half * 0.3},${bottom - 50} ${half - 12},${bottom - 58}`,
    14,
    11,
    -6,
  ],
  [
    `M${-half * 0.2},${top + 30}C${-half * 0.25},${(top + bottom) / 2} ${-half * 0.1},${bottom - 90} ${-half * 0.2},${bottom - 20}`,
    40,
    20,
    -5,
  ],
  [
    `M${half - 14},${top + 60}C${half * 0.6},${top + 110} ${half * 0.4},${top + 150} ${half * 0.1},${top + 170}`,
    14,
    12,
    6,
  ],
]

/** Returns folded cloth: two lower layers that show at the bottom edge, and the top one. */
export function stack(cloth: Cloth, half: number, top: number, bottom: number, folds: Fold[] = []): Part[] {
  const layer = (down: number, tone: number): Part => ({
    ...dyed(cloth),
    path: rectangle(half + down * 0.16, top + down, bottom + down),
    tone,
    lift: 9,
    edge: [13, 12],
    drape: 7,
    waves: [260, 190, 0.35],
  })
  return [layer(34, -0.22), layer(17, -0.1), { ...layer(0, 0), folds: [...soft(half, top, bottom), ...folds] }]
}

interface Top extends Cloth {
  neck: string
  peak: number
  strapWidth?: number
  strapX?: number
  lace?: PatternName
  laceAt?: string[]
  length: number
}

/** A camisole or gown: sides folded back, hem turned up, neckline and straps on top. Long ones show the turned-up hem. */
export function foldedTop(design: Top): Part[] {
  const { strapX = 134, strapWidth = 4.5, peak } = design
  const half = strapX + 34
  const [isLong, hasHem] = [design.length > 900, design.laceAt?.some((place) => place.endsWith('hem'))]
  const bottom = peak + (isLong ? 560 : 440)
  const body = symmetric(
    `${design.neck}L${strapX + 10},${peak}C${strapX + 14},${peak + 60} ${half - 10},${peak + 96} ${half},${peak + 130}L${half + 3},${bottom - 30}C${half + 2},${bottom - 6} ${half - 8},${bottom} ${half - 26},${bottom + 1}C${half * 0.5},${bottom + 7} ${half * 0.3},${bottom + 4} 0,${bottom + 5}`,
  )
  const lace: Part = {
    path: '',
    material: 'lace',
    pattern: design.lace ?? 'jasmine',
    tone: 0.2,
    sheer: 0.55,
    lift: 3,
    isTrim: true,
  }
  const flap = isLong ? bottom - 190 : bottom - 120
  const edge = scallops(
    `M${-half - 1},${flap}C${-half * 0.4},${flap + 6} ${half * 0.4},${flap - 4} ${half + 2},${flap + 2}`,
    20,
    hasHem ? -9 : -0.5,
  )
  return [
    ...pair({
      path: `M${strapX},${peak + 12}C${strapX + 12},${peak - 80} ${strapX - 34},${peak - 110} ${strapX - 62},${peak - 64}C${strapX - 78},${peak - 30} ${strapX - 70},${peak + 60} ${strapX - 66},${peak + 110}`,
      stroke: strapWidth,
      material: strapWidth > 8 ? 'elastic' : 'ribbon',
      lift: 3,
      cap: 'round',
    }),
    ...stack(design, half, peak + 150, bottom - 6).slice(0, 2),
    {
      ...dyed(design),
      path: body,
      lift: 9,
      edge: [11, 10],
      drape: 7,
      waves: [200, 190, 0.3],
      folds: soft(half, peak + 140, flap),
    },
    ...(design.laceAt?.some((place) => !place.endsWith('hem') && place !== 'panels')
      ? [
          {
            ...lace,
            path: symmetric(
              `${scallops(design.neck, 17, -8)}L${strapX + 10},${peak}C${strapX + 14},${peak + 60} ${half - 10},${peak + 96} ${half},${peak + 130}L${half},${peak + 150}C${half * 0.6},${peak + 190} ${half * 0.3},${peak + 200} 0,${peak + 200}`,
            ),
          },
        ]
      : [piping(symmetric(design.neck).split('Z')[0]?.split('L')[0] ?? '', 3)]),
    {
      ...(hasHem ? { ...lace, sheer: 0.78 } : { ...dyed(design), tone: -0.06 }),
      path: `${edge}L${half + 3},${bottom - 20}C${half * 0.5},${bottom + 9} ${-half * 0.5},${bottom + 1} ${-half - 2},${bottom - 14}Z`,
      lift: 5,
      edge: [9, 8],
    },
  ]
}

/** Panties, folded in three with the waistband on top, and a rolled one beside. */
export function foldedBrief(cloth: Cloth, band: Part[], lace?: PatternName): Part[] {
  const parts = stack(cloth, 150, -110, 130, [['M-140,-60C-60,-40 60,-40 140,-62', 12, 9, -7]])
  if (lace)
    parts.push({
      path: `M-150,-112L150,-110L150,${-6}${scallops('M150,-6C60,4 -60,4 -150,-6', 20, 9).replace(/^M/, 'L')}Z`,
      material: 'lace',
      pattern: lace,
      tone: 0.14,
      sheer: 0.6,
      lift: 2,
      isTrim: true,
    })
  return [...parts, ...band, ...sprig(-92, -166, 0.72, 0.3)]
}
