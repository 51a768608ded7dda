/** Bras with moulded or sewn cups, on a band that closes at the back. */
import { pair, type Part } from '../engine/part.ts'
import { bothSides, continued, offset, scallops, symmetric } from '../engine/paths.ts'
import { band, braBack, closing } from './bra-back.ts'
import { cupOf } from './bra-cup.ts'
import type { Bra } from './bra-design.ts'
import { strapsOf } from './bra-straps.ts'
import type { Garment } from './garment.ts'
import { bow, ring } from './trims.ts'

export function bra(design: Bra): Garment {
  const [top] = closing(design)
  const straps = strapsOf(design, top)
  const behind = (part: Part): Part => ({ ...part, tone: part.color ? 0 : (part.tone ?? 0) - 0.3 })
  return {
    front: [
      behind(band(design)),
      ...straps.back.map(behind),
      ...longline(design),
      ...cupOf(design).flatMap(pair),
      ...straps.front,
      ...middle(design),
    ],
    back: braBack(design),
    closeUp: { at: [118, design.laceAt ? (design.gore + 560) / 2 : 560], zoom: 1.9 },
    largest: 1.1,
  }
}

/** A longline, or the bonded band of a bra without a wire, behind the cups. */
function longline({ longline: height = 0, cloth, pattern, lace = 'jasmine', laceAt, base = 724, gore }: Bra): Part[] {
  if (!height) return []
  const bottom = base + height
  const isLace = laceAt?.includes('longline')
  const hem = `M252,${bottom - 40}C180,${bottom - 6} 90,${bottom} 0,${bottom}`
  return [
    {
      path: symmetric(
        `M0,${gore + 40}L244,520C276,600 262,${bottom - 80} 252,${bottom - 40}${continued(isLace ? scallops(hem, 20, 9) : hem).replace(/^L[^C]*/, '')}`,
      ),
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
    isTrim: true,
  }
  const parts = goreWidth > 4 ? [bridge] : []
  if (trim === 'bow') return [...parts, ...bow(0, gore + 6, 0.6)]
  if (trim === 'large-bow') return [...parts, ...bow(0, gore + 10, 1.25, { material: 'satin' })]
  if (trim === 'drop')
    return [
      ...parts,
      ring(0, gore + 14, 5),
      {
        path: `M0,${gore + 20}L0,${gore + 34}`,
        stroke: 5,
        material: 'metal',
        color: '#c9a36a',
        cap: 'round',
        isTrim: true,
      },
    ]
  return parts
}
