/** Briefs, high-waist panties and boyshorts: one cut, from low and open to high and full. */
import type { Fold, Part } from '../engine/part.ts'
import { bothSides, offset, symmetric } from '../engine/paths.ts'
import { drapes, gathers } from './folds.ts'
import type { Garment } from './garment.ts'
import { dyed, type Panty } from './panty-design.ts'
import { frontTrims, legEdge, waistband } from './panty-edges.ts'
import { pantyLace } from './panty-lace.ts'
import { inside, lines, SOFTNESS } from './panty-shape.ts'

export function panty(design: Panty): Garment {
  const { waist, laceAt } = design
  const [half, y] = waist
  return {
    front: [inside(design), ...side(design, 'front')],
    back: side(design, 'back'),
    closeUp: {
      at: laceAt?.[0] === 'leg' ? [design.hip[0] - 130, design.hip[1] + 10] : [half * 0.34, y + 104],
      zoom: 1.9,
    },
    largest: 0.98,
  }
}

export function side(design: Panty, face: 'front' | 'back'): Part[] {
  const { waist, hip, bottom, seed = 1 } = design
  const { waistLine, leg, outline, middle, isShort } = lines(design, face)
  const isFront = face === 'front'
  const gussetY = bottom - (isFront ? 92 : 26)
  const seams: Record<string, string[]> = {
    gusset: isShort
      ? []
      : [bothSides(`M${design.gusset[0] + 14},${gussetY + 24}C60,${gussetY + 6} 28,${gussetY} 0,${gussetY}`)],
    middle: [`M0,${middle + 12}L0,${bottom}`],
    princess: [
      bothSides(
        `M${waist[0] * 0.42},${middle - 4}C${waist[0] * 0.5},${middle + 110} ${waist[0] * 0.38},${bottom - 190} ${design.gusset[0] + 4},${design.gusset[1] - 24}`,
      ),
    ],
    'double-front': [
      bothSides(
        `M${waist[0] * 0.62},${middle - 12}C${waist[0] * 0.56},${middle + 90} ${waist[0] * 0.42},${middle + 190} 0,${middle + 214}`,
      ),
    ],
    sport: [
      bothSides(
        `M${waist[0] * 0.66},${middle - 14}C${waist[0] * 0.62},${middle + 80} ${hip[0] * 0.62},${hip[1] - 50} ${hip[0] * 0.46},${design.gusset[1] - 18}`,
      ),
    ],
  }
  const chosen = isFront
    ? [...(seams[design.seams ?? 'gusset'] ?? []), ...(design.seams === 'double-front' ? (seams.gusset ?? []) : [])]
    : isShort || design.cloth === 'satin'
      ? [`M0,${middle + 12}L0,${bottom - 20}`]
      : (seams.gusset ?? [])
  return [
    {
      ...dyed(design),
      path: symmetric(outline),
      folds: [
        ...SOFTNESS.map(([path, ...rest]): Fold => [
          path.replaceAll(/,(-?[\d.]+)/g, (_, y) => `,${Number(y) + hip[1] - 20}`),
          ...rest,
        ]),
        ...(design.waistband === 'covered' || design.waistband === 'crossed'
          ? gathers(middle + 8, waist[0] * 0.8, 90, 14, 5, seed)
          : []),
        ...(design.leg === 'loose'
          ? drapes({
              top: middle + 40,
              bottom: design.gusset[1],
              topHalf: waist[0],
              bottomHalf: hip[0],
              count: 7,
              height: 8,
              seed,
            })
          : []),
      ],
      seams: chosen,
      stitches: [
        ...(design.leg === 'bound' || design.leg === 'loose' ? [bothSides(offset(leg, 13))] : []),
        ...(design.seams === 'sport' && isFront
          ? chosen.map((seam) =>
              bothSides(offset(seam.split(' ')[0]?.includes('M') ? seam.slice(0, seam.lastIndexOf(' M')) : seam, 6)),
            )
          : []),
      ],
    },
    ...pantyLace(design, face),
    ...legEdge(design, face),
    ...waistband(design, waistLine),
    ...(isFront ? frontTrims(design, middle) : []),
  ]
}
