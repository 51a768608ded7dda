import type { Part } from '../engine/part.ts'
import type { Slip } from './slip-design.ts'
import { shapeSlip } from './slip-shape.ts'
import { bow, button, straps } from './trims.ts'

/** The straps behind the garment, and the inside of its back, seen through the neckline. */
export function backStraps(design: Slip): Part[] {
  const { strapX, strapWidth } = shapeSlip(design)
  const lean = design.backStyle === 'cross' ? -strapX * 0.7 : -24
  return straps(`M${strapX - 10},110C${strapX - 32},110 ${strapX + lean},226 ${strapX + lean},330`, strapWidth, -0.3)
}

/** The loose swags of a cowl neckline. */
export const cowl = (x: number, peak: number, depth: number): [string, number, number, number][] =>
  [26, 62, 104].map((drop, place) => [
    `M${-x * 0.9},${peak + 26 + drop * 0.3}C${-x * 0.5},${depth + drop} ${x * 0.5},${depth + drop + 6} ${x * 0.9},${peak + 26 + drop * 0.3}`,
    15,
    8,
    place % 2 === 0 ? 13 : -11,
  ])

export function frontTrims(design: Slip): Part[] {
  const { neckDepth, seamY, length } = shapeSlip(design)
  if (design.trim === 'buttons')
    return [
      {
        path: `M0,${neckDepth + 4}L0,${neckDepth + 190}`,
        stroke: 26,
        material: design.cloth,
        tone: 0.04,
        isTrim: true,
      },
      ...[0, 1, 2, 3].map((place) => button(0, neckDepth + 28 + place * 44, 6)),
    ]
  if (design.trim === 'sash') {
    const y = seamY + 30
    return [...backTrims(design), ...bow(0, y + 4, Math.min(1.6, length / 560), { material: 'satin' })]
  }
  return design.trim === 'none' ? [] : bow(0, neckDepth + 4, 0.56)
}

/** A sash goes around the waist; other trims are only in front. */
export function backTrims(design: Slip): Part[] {
  const { seamY, waist, sideAt } = shapeSlip(design)
  const y = seamY + 30
  return design.trim === 'sash'
    ? [
        {
          path: `M${-sideAt(y)},${y - 6}C${-waist * 0.4},${y + 8} ${waist * 0.4},${y + 8} ${sideAt(y)},${y - 6}`,
          stroke: 13,
          material: 'satin',
          tone: -0.05,
          isTrim: true,
        },
      ]
    : []
}
