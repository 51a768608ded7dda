/** Bralettes: soft lace cups without wire, on a lace band. */
import { moved, pair, type Part } from '../engine/part.ts'
import { back, band, foldedBand, strap } from './bralette-band.ts'
import { cupOf } from './bralette-cup.ts'
import type { Bralette } from './bralette-design.ts'
import type { Garment } from './garment.ts'
import { hanger } from './styling.ts'
import { bow, ring } from './trims.ts'

export function bralette(design: Bralette): Garment {
  const half = cupOf(design)
  const front = [
    ...band(design, 'front'),
    ...strap(design, 'flat').flatMap(pair),
    ...half.flatMap(pair),
    ...frontTrims(design),
  ]
  const single = [...strap({ ...design, strapStyle: 'loop' }, 'flat'), ...half]
  return {
    front,
    back: back(design),
    hung: [
      ...hanger(84, 260),
      ...strap(design, 'hung').flatMap(pair),
      ...band(design, 'front'),
      ...half.flatMap(pair),
      ...frontTrims(design),
    ],
    folded: [
      ...single.map((part) => moved({ ...part, tone: (part.tone ?? 0) - 0.14 }, -40, -16)),
      ...single,
      ...foldedBand(design),
    ],
    closeUp: { at: [104, 560], zoom: 1.9 },
    largest: 1,
  }
}

function frontTrims({ trim }: Bralette): Part[] {
  if (trim === 'button') return [ring(0, 620, 5)]
  return trim === 'bow' ? bow(0, 614, 0.6) : []
}
