/** Bralettes: soft lace cups without wire, on a lace band. */
import { pair, type Part } from '../engine/part.ts'
import { backBand, braletteBack, frontBand, strapsOf } from './bralette-band.ts'
import { cupOf } from './bralette-cup.ts'
import type { Bralette } from './bralette-design.ts'
import type { Garment } from './garment.ts'
import { bow, ring } from './trims.ts'

export function bralette(design: Bralette): Garment {
  const straps = strapsOf(design)
  const behind = (part: Part): Part => ({ ...part, tone: part.color ? 0 : (part.tone ?? 0) - 0.25 })
  return {
    front: [
      behind(backBand(design)),
      ...straps.back.map(behind),
      ...frontBand(design),
      ...cupOf(design).flatMap(pair),
      ...straps.front,
      ...frontTrims(design),
    ],
    back: braletteBack(design),
    closeUp: { at: [104, 560], zoom: 1.9 },
    largest: 1.1,
  }
}

function frontTrims({ trim }: Bralette): Part[] {
  if (trim === 'button') return [ring(0, 620, 5)]
  return trim === 'bow' ? bow(0, 614, 0.6) : []
}
