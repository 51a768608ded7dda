/** Bras with moulded or sewn cups, on a band that closes at the back. */
import { moved, pair, type Part } from '../engine/part.ts'
import { bothSides, continued, offset, scallops, symmetric } from '../engine/paths.ts'
import { braBack } from './bra-back.ts'
import { halfOf } from './bra-cup.ts'
import type { Bra } from './bra-design.ts'
import type { Garment } from './garment.ts'
import { hanger } from './styling.ts'
import { bow, ring } from './trims.ts'

export function bra(design: Bra): Garment {
  const half = halfOf(design, 'flat')
  const fold = [...halfOf({ ...design, strapStyle: 'loop' }, 'flat')]
  const front = [...bandOf(design), ...half.flatMap((part) => pair(part)), ...middle(design)]
  const hung = [...bandOf(design), ...halfOf(design, 'hung').flatMap((part) => pair(part)), ...middle(design)]
  return {
    front,
    back: braBack(design),
    hung: [...hanger(96, 300), ...hung],
    folded: [...fold.map((part) => moved({ ...part, tone: (part.tone ?? 0) - 0.14 }, -34, -20)), ...fold],
    closeUp: { at: [118, design.laceAt ? (design.gore + 560) / 2 : 560], zoom: 1.9 },
    largest: 0.98,
  }
}

/** A longline, or the bonded band of a bra without a wire, behind the cups. */
function bandOf({ longline = 0, cloth, pattern, lace = 'jasmine', laceAt, base = 724, gore }: Bra): Part[] {
  if (!longline) return []
  const bottom = base + longline
  const isLace = laceAt?.includes('longline')
  const hem = `M252,${bottom - 40}C180,${bottom - 6} 90,${bottom} 0,${bottom}`
  return [
    {
      path: symmetric(
        `M0,${gore + 40}L244,520C276,600 262,${bottom - 80} 252,${bottom - 40}${continued(isLace ? scallops(hem, 20, 9) : hem).replace(/^L[^C]*/, '')}`,
      ),
      lift: 5,
      edge: [6, 6],
      ...(isLace
        ? { material: 'lace' as const, pattern: lace, sheer: 0.6, tone: 0.04 }
        : {
            material: cloth === 'foam' ? ('microfibre' as const) : cloth,
            pattern,
            tone: -0.06,
            stitches: [bothSides(offset(hem, 10))],
          }),
    },
  ]
}

function middle(design: Bra): Part[] {
  const { gore, goreWidth = 4, base = 724, cloth, trim = 'none' } = design
  const gx = goreWidth / 2 + 14
  const bridge: Part = {
    path: symmetric(
      `M0,${gore + 4}L${gx},${gore + 2}L${gx},${base - 74}C12,${base - 82} 6,${base - 84} 0,${base - 84}`,
    ),
    material: cloth === 'foam' ? 'microfibre' : cloth,
    tone: -0.05,
    lift: 2,
    drape: 2,
    isTrim: true,
  }
  const parts = goreWidth > 4 ? [bridge] : []
  if (trim === 'bow') return [...parts, ...bow(0, gore + 6, 0.6)]
  if (trim === 'large-bow') return [...parts, ...bow(0, gore + 10, 1.25, { material: 'satin', drape: 1 })]
  if (trim === 'drop')
    return [
      ...parts,
      ring(0, gore + 14, 5),
      {
        path: `M0,${gore + 20}L0,${gore + 34}`,
        stroke: 5,
        material: 'metal',
        color: '#c9a36a',
        lift: 2,
        cap: 'round',
        isTrim: true,
      },
    ]
  return parts
}
