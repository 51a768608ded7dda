/** Camisoles and nightgowns: one body on straps, from the waist to the ankle. */
import { pair, type Part } from '../engine/part.ts'
import { bothSides, symmetric } from '../engine/paths.ts'
import { drapes, gathers, tension } from './folds.ts'
import type { Garment } from './garment.ts'
import type { Slip } from './slip-design.ts'
import { slipLace } from './slip-lace.ts'
import { shapeSlip } from './slip-shape.ts'
import { backStraps, backTrims, cowl, frontTrims } from './slip-trims.ts'
import { piping, slider, straps } from './trims.ts'

export function slip(design: Slip): Garment {
  const shape = shapeSlip(design)
  return {
    front: [...backStraps(design), inside(design), ...body(design, 'front')],
    back: [...backInside(design), ...body(design, 'back')],
    closeUp: { at: [44, shape.seamY - 24], zoom: 2.3 },
    largest: 0.98,
  }
}

const dyed = ({ cloth, pattern, ribWidth }: Slip) => ({ material: cloth, pattern, patternScale: 1, ribWidth })

function inside(design: Slip): Part {
  const { underarm, neckDepth, backEdge } = shapeSlip(design)
  const [x, y] = underarm
  const top = Math.min(backEdge, neckDepth - 34)
  return {
    ...dyed(design),
    path: symmetric(
      `M0,${top}C${x * 0.4},${top} ${x * 0.7},${top - 2} ${x * 0.8},${Math.max(top + 14, y - 34)}L${x - 10},${y + 14}L0,${neckDepth + 60}`,
    ),
    tone: -0.5,
  }
}

function backInside(design: Slip): Part[] {
  const { neck, armhole, underarm, peak, strapX, strapWidth, backTop } = shapeSlip(design)
  const end = design.backStyle === 'cross' ? -strapX * 0.3 : strapX - 28
  return [
    {
      ...dyed(design),
      path: symmetric(`${neck}${armhole}L${underarm[0] - 8},${underarm[1] + 50}L0,${underarm[1] + 60}`),
      tone: -0.5,
    },
    ...straps(
      `M${strapX + 6},${peak + 10}C${strapX + 11},${peak - 50} ${strapX + 12},110 ${strapX - 10},110C${strapX - 32},110 ${end + 2},250 ${end},${backTop(Math.abs(end)) + 12}`,
      strapWidth,
    ),
  ]
}

function body(design: Slip, side: 'front' | 'back'): Part[] {
  const shape = shapeSlip(design)
  const { neck, back, armhole, sides, hem, underarm, length, waist, neckDepth, strapX, peak, seamY } = shape
  const isFront = side === 'front'
  const seed = (design.seed ?? 1) + (isFront ? 0 : 5)
  const [count, depth] = design.folds ?? [5, 6]
  const top = isFront ? `${neck}${armhole}` : back
  const seams: Record<string, string[]> = {
    empire: [
      bothSides(
        `M0,${seamY}C${underarm[0] * 0.4},${seamY + 12} ${underarm[0] * 0.8},${seamY + 4} ${shape.sideAt(seamY - 8)},${seamY - 8}`,
      ),
    ],
    gathered: [
      bothSides(
        `M0,${seamY}C${underarm[0] * 0.4},${seamY + 6} ${underarm[0] * 0.8},${seamY} ${shape.sideAt(seamY - 8)},${seamY - 8}`,
      ),
    ],
    princess: [
      bothSides(
        `M${strapX},${peak + 6}C${strapX - 30},${seamY - 20} ${waist * 0.5},${seamY + 40} ${waist * 0.62},${length}`,
      ),
    ],
    'drop-waist': [
      bothSides(
        `M0,${length * 0.66}C${waist * 0.5},${length * 0.66 + 8} ${waist},${length * 0.66} ${shape.sideAt(length * 0.65)},${length * 0.65}`,
      ),
    ],
  }
  const seamTop = design.seam === 'drop-waist' ? length * 0.66 : seamY
  const parts: Part[] = [
    ...(isFront
      ? straps(
          `M${strapX + 1},${peak + 14}C${strapX + 11},${peak - 50} ${strapX + 12},110 ${strapX - 10},110`,
          shape.strapWidth,
        )
      : []),
    {
      ...dyed(design),
      path: symmetric(`${top}${sides}${hem}`),
      folds: [
        ...drapes({
          top: seamTop + 14,
          bottom: length,
          topHalf: waist * 0.86,
          bottomHalf: shape.hemHalf,
          count,
          height: depth,
          seed,
        }),
        ...tension(underarm[0] - 6, underarm[1] + 44, 96, 7),
        ...(design.seam === 'gathered' || design.seam === 'drop-waist'
          ? gathers(seamTop, waist * 0.86, 110, 16, 9, seed)
          : []),
        ...(isFront && design.neckline === 'cowl' ? cowl(strapX, peak, neckDepth) : []),
      ],
      seams: design.seam ? seams[design.seam] : [],
      stitches: design.edge === 'bonded' || design.laceAt?.includes('hem') ? [] : [bothSides(shape.hemLine(14))],
    },
    ...slipLace(design, side),
  ]
  const binding =
    design.edge === 'bonded' || (isFront && design.laceAt?.some((place) => place === 'cups' || place === 'edge'))
      ? []
      : [
          piping(isFront ? bothSides(neck) : bothSides(back), design.cloth === 'satin' ? 4 : 7),
          ...(isFront
            ? pair(piping(`M${strapX + 8},${peak}${armhole.replace(/^L[^C]*/, '')}`, design.cloth === 'satin' ? 4 : 6))
            : []),
        ]
  return [
    ...parts,
    ...binding,
    ...(isFront ? frontTrims(design) : backTrims(design)),
    ...(design.hardware !== false && isFront && shape.strapWidth < 12 ? pair(slider(strapX + 8, 168, 7)) : []),
  ]
}
