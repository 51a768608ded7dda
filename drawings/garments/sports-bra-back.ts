import { pair, type Part } from '../engine/part.ts'
import { bothSides, offset, symmetric } from '../engine/paths.ts'
import { tension } from './folds.ts'
import { dyed, type SportsBra } from './sports-bra-design.ts'
import { band, outlines } from './sports-bra-shape.ts'

export function backInside(design: SportsBra): Part {
  const { shoulder, bottom, neckDepth } = design
  const [inner, outer, y] = shoulder
  const { ux, uy } = outlines(design)
  const scoop = Math.min(
    neckDepth - 30,
    { racer: 318, cross: 400, keyhole: 262, full: 270, low: 380, mesh: 240 }[design.back],
  )
  return {
    ...dyed(design),
    path: symmetric(
      `M0,${scoop}C${inner * 0.4},${scoop} ${inner * 0.9},${y + 90} ${inner + 4},${y}L${outer - 2},${y + 10}C${outer - 4},${y + 130} ${ux - 40},${uy - 30} ${ux - 10},${uy + 10}L${ux - 14},${bottom - 60}L0,${bottom - 60}`,
    ),
    tone: -0.5,
    stitches: [
      bothSides(`M0,${scoop + 10}C${inner * 0.42},${scoop + 10} ${inner * 0.94},${y + 96} ${inner + 12},${y + 6}`),
    ],
  }
}

export function back(design: SportsBra): Part[] {
  const { shoulder, bottom } = design
  const [inner, outer, y] = shoulder
  const { neck, top, arm, side, foot, ux, uy } = outlines(design)
  const behind: Part = {
    ...dyed(design),
    path: symmetric(`${neck}${top}${arm}L${ux},${bottom - 90}L0,${bottom - 90}`),
    tone: -0.5,
  }
  const open: Record<SportsBra['back'], string> = {
    racer: `M0,352C36,350 52,320 66,282C${inner * 0.8},240 ${inner},${y + 40} ${inner},${y}${top}C${outer},${y + 90} 112,330 100,388C96,${uy + 6} 160,${uy + 44} ${ux},${uy + 60}`,
    cross: `M0,${uy + 50}C80,${uy + 50} 170,${uy + 40} ${ux},${uy + 20}`,
    keyhole: `M0,${y + 60}C${inner * 0.5},${y + 58} ${inner * 0.9},${y + 30} ${inner},${y}${top}${arm}`,
    full: `M0,${y + 88}C${inner * 0.5},${y + 86} ${inner * 0.9},${y + 50} ${inner},${y}${top}${arm}`,
    low: `M0,${uy + 10}C${inner * 0.6},${uy + 10} ${inner * 0.9},${uy - 90} ${inner},${y}${top}${arm}`,
    mesh: `M0,${y + 50}C${inner * 0.5},${y + 48} ${inner * 0.9},${y + 30} ${inner},${y}${top}${arm}`,
  }
  const line = open[design.back]
  return [
    behind,
    ...(design.back === 'cross'
      ? pair({
          path: `M${(inner + outer) / 2},${y + 4}C${inner - 10},${y + 110} -20,${uy - 90} ${-inner * 0.9},${uy + 56}`,
          stroke: Math.max(14, (outer - inner) * 0.5),
          material: design.cloth,
          cap: 'round' as const,
        })
      : []),
    {
      ...dyed(design),
      path: symmetric(`${line}${side}${foot}`),
      folds: tension(ux - 8, uy + 50, 84, 6),
      stitches: [bothSides(offset(line, 10))],
    },
    ...(design.back === 'keyhole'
      ? [
          {
            path: `M0,${y + 110}C70,${y + 120} 66,${uy + 20} 0,${uy + 40}C-66,${uy + 20} -70,${y + 120} 0,${y + 110}Z`,
            material: design.cloth,
            tone: -0.6,
            isTrim: true,
          },
        ]
      : []),
    ...(design.back === 'mesh'
      ? [
          {
            path: symmetric(
              `${line.replace(arm, '')}C${outer},${y + 100} ${outer + 16},${uy - 70} ${ux - 40},${uy - 26}C120,${uy + 10} 60,${uy + 20} 0,${uy + 20}`,
            ),
            material: 'mesh' as const,
            pattern: 'openwork' as const,
            patternScale: 0.5,
            tone: 0.1,
            isTrim: true,
          },
        ]
      : []),
    ...band(design),
  ]
}
