import type { Part } from '../engine/part.ts'
import { across, bothSides, offset, symmetric } from '../engine/paths.ts'
import type { SportsBra } from './sports-bra-design.ts'
import { piping } from './trims.ts'

export function outlines(design: SportsBra) {
  const { shoulder, underarm = [244, 426], bottom } = design
  const [inner, outer, y] = shoulder
  const [ux, uy] = underarm
  const top = `C${inner + (outer - inner) * 0.3},${y - 9} ${inner + (outer - inner) * 0.7},${y - 5} ${outer},${y + 11}`
  const arm = `C${outer + 2},${y + (uy - y) * 0.4} ${outer + (ux - outer) * 0.3},${uy - 62} ${ux},${uy}`
  const side = `C${ux},${uy + (bottom - uy) * 0.4} ${ux - 4},${bottom - 50} ${ux - 7},${bottom - 16}`
  return {
    neck: neckOf(design),
    top,
    arm,
    side,
    foot: `C${ux * 0.64},${bottom - 4} ${ux * 0.3},${bottom} 0,${bottom}`,
    edge: ux - 7,
    uy,
    ux,
  }
}

function neckOf({ neck, neckDepth: d, shoulder: [x, , y] }: SportsBra): string {
  const drop = d - y
  switch (neck) {
    case 'v':
      return `M0,${d}C${x * 0.4},${d - drop * 0.3} ${x * 0.86},${y + drop * 0.5} ${x},${y}`
    case 'high':
      return `M0,${d}C${x * 0.55},${d + 4} ${x * 0.85},${d - drop * 0.3} ${x},${y}`
    case 'square':
      return `M0,${d}L${x - 44},${d}C${x - 20},${d} ${x - 12},${d - 24} ${x - 8},${d - 60}L${x},${y}`
    case 'sweetheart':
      return `M0,${d}C16,${d - 44} ${x * 0.5},${d - 66} ${x * 0.8},${d - 86}C${x * 0.96},${d - drop * 0.6} ${x - 6},${y + 60} ${x},${y}`
    default:
      return `M0,${d}C${x * 0.5},${d} ${x * 0.82},${d - drop * 0.26} ${x - 8},${y + drop * 0.34}C${x - 6},${y + 50} ${x - 2},${y + 20} ${x},${y}`
  }
}

export function band(design: SportsBra): Part[] {
  const { bottom, band: height, bandMaterial = 'rib', trim } = design
  if (!height) return []
  const { edge } = outlines(design)
  const [top, foot] = [bottom - 22, bottom - 22 + height]
  const line = `M0,${top + 16}C${edge * 0.36},${top + 16} ${edge * 0.7},${top + 12} ${edge + 2},${top}`
  return [
    {
      path: symmetric(
        `${line}C${edge + 4},${top + height * 0.4} ${edge + 3},${top + height * 0.7} ${edge},${foot}C${edge * 0.7},${foot + 12} ${edge * 0.34},${foot + 16} 0,${foot + 16}`,
      ),
      material: bandMaterial,
      ribWidth: 7,
      tone: trim === 'contrast' ? -0.18 : 0,
      stitches: bandMaterial === 'rib' ? [] : [bothSides(offset(line, 8))],
    },
    ...(trim === 'contrast'
      ? [
          piping(
            across(`M0,${top + 24}C${edge * 0.36},${top + 24} ${edge * 0.7},${top + 20} ${edge + 2},${top + 8}`),
            4,
            '#f6efe8',
          ),
        ]
      : []),
  ]
}
