/** Sports bras: a short top without hooks, cut for its sport. */
import type { Part } from '../engine/part.ts'
import { bothSides, offset, symmetric } from '../engine/paths.ts'
import { tension } from './folds.ts'
import type { Garment } from './garment.ts'
import { back, backInside } from './sports-bra-back.ts'
import { dyed, type SportsBra } from './sports-bra-design.ts'
import { band, outlines } from './sports-bra-shape.ts'
import { label } from './trims.ts'

export function sportsBra(design: SportsBra): Garment {
  const { shoulder } = design
  const [inner] = shoulder
  const front = [backInside(design), ...face(design), ...band(design), ...trims(design)]
  return {
    front,
    back: back(design),
    closeUp: { at: [inner + 16, design.bottom - 50], zoom: 1.8 },
    largest: 1.06,
  }
}

function face(design: SportsBra): Part[] {
  const { neck, top, arm, side, foot, ux, uy } = outlines(design)
  const { bottom, shoulder, seams = 'none', isPadded, neckDepth } = design
  const [inner, outer, y] = shoulder
  const lines: Record<string, string[]> = {
    princess: [
      bothSides(`M${outer - 4},${y + 120}C${outer - 16},${uy - 20} ${outer},${bottom - 110} ${ux - 56},${bottom - 10}`),
    ],
    cups: [
      bothSides(`M4,${neckDepth + 10}C40,${bottom - 60} 120,${bottom - 20} ${ux - 22},${bottom - 44}`),
      bothSides(`M${inner + 14},${y + 90}C${inner},${uy} 120,${bottom - 100} 116,${bottom - 26}`),
    ],
    yoke: [bothSides(`M0,${neckDepth + 74}C80,${neckDepth + 74} 150,${uy - 60} ${ux - 30},${uy - 34}`)],
    none: [],
  }
  const seam = lines[seams] ?? []
  return [
    {
      ...dyed(design),
      path: symmetric(`${neck}${top}${arm}${side}${foot}`),
      domes: isPadded
        ? [
            [112, bottom - 108, 104, 104],
            [-112, bottom - 108, 104, 104],
          ]
        : [],
      folds: tension(ux - 8, uy + 30, 84, 6),
      seams: seam,
      stitches: [
        bothSides(offset(neck, 11)),
        bothSides(offset(`M${outer},${y + 11}${arm}`, 10)),
        ...seam.map((line) => bothSides(offset(line.slice(0, line.lastIndexOf(' M')), 7))),
      ],
    },
    ...(seams === 'yoke'
      ? [
          {
            path: symmetric(
              `${neck}${top}${arm.replace(/[\d.]+,[\d.]+$/, `${ux - 30},${uy - 34}`)}C150,${uy - 60} 80,${neckDepth + 74} 0,${neckDepth + 74}`,
            ),
            material: 'mesh' as const,
            pattern: 'openwork' as const,
            patternScale: 0.5,
            tone: 0.1,
            isTrim: true,
          },
        ]
      : []),
  ]
}

function trims({ trim, neckDepth, bottom, band: height, cloth }: SportsBra): Part[] {
  const foot = bottom + height - 8
  if (trim === 'zip')
    return [
      { path: `M0,${neckDepth + 2}L0,${foot}`, stroke: 22, material: cloth, tone: -0.2, isTrim: true },
      { path: `M0,${neckDepth + 4}L0,${foot}`, stroke: 6, material: 'metal', color: '#c9a36a', isTrim: true },
      {
        path: `M-6,${neckDepth + 14}L6,${neckDepth + 14}L4,${neckDepth + 52}L-4,${neckDepth + 52}Z`,
        material: 'metal',
        color: '#c9a36a',
        isTrim: true,
      },
    ]
  return trim === 'label' ? label(-20, bottom + height * 0.3, 30) : []
}
