/** Pyjama sets: a shirt above its trousers or shorts. */
import { pair, type Part } from '../engine/part.ts'
import { bothSides, offset, type Point, reversed, scallops, symmetric } from '../engine/paths.ts'
import { drapes, tension } from './folds.ts'
import type { Garment } from './garment.ts'
import { cord, dyed, type Pyjama } from './pyjama-design.ts'
import { collarBack, shirtCollar } from './shirt-collar.ts'
import { cuffLine, sleeves } from './sleeve.ts'
import { button, IVORY, label } from './trims.ts'
import { trousers } from './trousers.ts'

const SEWN = { shoulder: [150, 158], armpit: [162, 316], neck: [96, 140] } satisfies Record<string, Point>

export function pyjama(design: Pyjama): Garment {
  return {
    front: [
      ...trousers(design),
      ...arms(design),
      ...neckInside(design),
      ...shirt(design, 'front'),
      ...closing(design),
      ...shirtCollar(design),
      ...pockets(design),
    ],
    back: [
      ...trousers({ ...design, isDrawn: false }),
      ...arms(design),
      ...shirt(design, 'back'),
      ...collarBack(design),
    ],
    closeUp: { at: [60, 300], zoom: 2.2 },
    largest: 0.9,
  }
}

const neckInside = (design: Pyjama): Part[] => [
  { ...dyed(design), path: symmetric('M0,150C20,128 40,120 52,120L70,180L0,344'), tone: -0.5 },
  ...label(0, 144, 26),
]

function arms(design: Pyjama): Part[] {
  const sewn = { ...SEWN, sleeve: design.sleeve }
  const { laceAt, lace = 'garland' } = design
  return [
    ...sleeves(sewn, { ...dyed(design) }),
    ...(laceAt?.includes('cuffs')
      ? pair({
          path: `${scallops(cuffLine(sewn), 18, -9)}${reversed(cuffLine(sewn, 30))}Z`,
          material: 'lace',
          pattern: lace,
          patternScale: 0.5,
          tone: 0.2,
          sheer: 0.55,
          isTrim: true,
        })
      : cord(design, cuffLine(sewn, 22)).flatMap(pair)),
  ]
}

export function shirt(design: Pyjama, side: 'front' | 'back'): Part[] {
  const {
    shirt: [hem, half],
    collar,
    seed = 1,
  } = design
  const isFront = side === 'front'
  const depth = collar === 'v-neck' ? 290 : collar === 'mandarin' || collar === 'round' ? 160 : 326
  const neck = isFront ? `M0,${depth}L46,128` : 'M0,142C24,142 40,134 56,128'
  const hemLine = `M${half},${hem - 18}C${half * 0.6},${hem - 4} ${half * 0.24},${hem} 0,${hem}`
  return [
    {
      ...dyed(design),
      path: symmetric(
        `${neck}C80,134 120,142 152,158C170,230 162,300 160,350C162,${hem - 150} ${half - 3},${hem - 90} ${half},${hem - 18}${hemLine.replace(/^M[^C]*/, '')}`,
      ),
      folds: [
        ...drapes({ top: 400, bottom: hem, topHalf: 140, bottomHalf: half, count: 5, height: 8, seed }),
        ...tension(158, 330, 110, 9),
      ],
      seams: isFront ? [] : [bothSides('M0,236C60,236 120,230 164,214')],
      stitches: [bothSides(offset(hemLine, 14)), ...(isFront ? [] : [bothSides('M0,246C60,246 120,240 164,224')])],
    },
  ]
}

function closing(design: Pyjama): Part[] {
  const {
    buttons,
    shirt: [hem],
    collar,
    piped,
  } = design
  const top = collar === 'v-neck' ? 290 : collar === 'mandarin' || collar === 'round' ? 172 : 330
  if (buttons === 0) return []
  const last = hem - 44
  const rows = Array.from(
    { length: buttons },
    (_, row) => top + 38 + ((last - top - 38) * row) / Math.max(1, buttons - 1),
  )
  return [
    { path: `M1,${top - 8}L1,${hem}`, stroke: 3, material: design.cloth, tone: -0.35, isTrim: true },
    ...cord(design, `M24,${top}L24,${hem - 2}`, 3.2),
    ...rows.map((y) => button(1, y, 7, piped ?? IVORY)),
  ]
}

function pockets(design: Pyjama): Part[] {
  const part: Part = {
    ...dyed(design),
    path: 'M58,386L132,382L134,450C112,458 82,460 62,456Z',
    isTrim: true,
    stitches: ['M63,402L62,452C84,456 112,454 129,446L128,400'],
  }
  const parts = design.pockets ? [part, ...cord(design, 'M58,388L132,384', 3.6)] : []
  return design.pockets === 2 ? parts.flatMap(pair) : parts
}
