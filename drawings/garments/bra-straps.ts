import type { Part } from '../engine/part.ts'
import type { Bra } from './bra-design.ts'

/** Returns the right strap: laid in a loop beside the cup, tied behind the neck, or straight up to a hanger. */
export function strapOf(design: Bra, pose: 'flat' | 'hung'): Part[] {
  const { apex, apexWidth = 30, strap, strapStyle = 'loop', wing = 128 } = design
  const [x, y] = [apex[0] + apexWidth / 2, apex[1]]
  const end = `316,${545 - wing * 0.5}`
  const material = strap > 8 ? 'elastic' : 'ribbon'
  const line = (path: string, width = strap): Part => ({ path, stroke: width, material, lift: 5, cap: 'round' })
  if (strapStyle === 'none') return []
  if (pose === 'hung') {
    const top = 96 + 18 + x * 0.16
    return [
      { ...line(`M${x + 22},${top + 4}C${x + 34},${top + 110} 306,330 ${end}`), tone: -0.2 },
      line(`M${x},${y}C${x + 2},${y - 90} ${x + 10},${top + 60} ${x + 20},${top}`),
    ]
  }
  switch (strapStyle) {
    case 'halter':
      return [line(`M${x},${y}C${x - 6},${y - 96} ${x - 70},${y - 196} 0,${y - 214}`)]
    case 'crossed':
      return [
        line(
          `M${x},${y}C${x + 14},${y - 120} ${x - 30},${y - 210} ${-x * 0.4},${y - 190}C${-x - 40},${y - 150} -300,${y - 30} -${end}`,
        ),
      ]
    case 'double':
      return [
        line(
          `M${x - 6},${y + 4}C${x - 4},${y - 80} ${x + 10},${y - 164} ${x + 42},${y - 196}C${x + 88},${y - 232} 322,${y - 166} 322,${y - 82}C322,${y - 20} 318,${y + 40} ${end}`,
        ),
        line(
          `M${x + 10},${y + 4}C${x + 14},${y - 74} ${x + 30},${y - 140} ${x + 54},${y - 166}C${x + 88},${y - 196} 304,${y - 146} 304,${y - 76}C304,${y - 20} 304,${y + 40} ${end}`,
        ),
      ]
    default:
      return [
        line(
          `M${x},${y}C${x + 3},${y - 80} ${x + 10},${y - 156} ${x + 42},${y - 190}C${x + 84},${y - 226} 322,${y - 166} 322,${y - 80}C322,${y - 14} 318,${y + 44} ${end}`,
        ),
        ...(strapStyle === 'frilled'
          ? [
              {
                ...line(`M${x + 3},${y - 14}C${x + 6},${y - 84} ${x + 14},${y - 156} ${x + 42},${y - 188}`, 26),
                material: 'lace' as const,
                pattern: design.lace ?? ('garland' as const),
                patternScale: 0.45,
                sheer: 0.6,
                lift: 3,
              },
            ]
          : []),
      ]
  }
}
