import { pair, type Part } from '../engine/part.ts'
import { across, continued, flatten, offset, reversed, scallops, symmetric } from '../engine/paths.ts'
import type { Panty, PantyLace } from './panty-design.ts'
import { lines } from './panty-shape.ts'

const base = ({ lace = 'jasmine' }: Panty): Part => ({
  path: '',
  material: 'lace',
  pattern: lace,
  tone: 0.12,
  sheer: 0.72,
  isTrim: true,
})

/** A panel or a yoke is only in front; other lace goes around. */
const ONLY_IN_FRONT: PantyLace[] = ['front', 'yoke']

/** Returns the lace of one face, apart from the legs'. */
export function pantyLace(design: Panty, face: 'front' | 'back'): Part[] {
  const { waist, hip, gusset, bottom } = design
  const { waistLine, sideLine, outline, middle } = lines(design, face)
  const [half] = waist
  const side = flatten(`${waistLine}${sideLine}`, 20).slice(20)
  const at = (share: number) => side[Math.round((side.length - 1) * share)] ?? hip
  const places = (design.laceAt ?? []).filter((place) => face === 'front' || !ONLY_IN_FRONT.includes(place))
  return places.flatMap((place) => {
    switch (place) {
      case 'top': {
        const [x, y] = at(0.7)
        const edge = `M${x},${y}C${x * 0.7},${y + 26} ${x * 0.3},${y + 40} 0,${y + 42}`
        return [
          {
            ...base(design),
            path: symmetric(
              `${waistLine}${continued(
                side
                  .slice(0, 15)
                  .map(([px, py]) => `L${px},${py}`)
                  .join(''),
              )}${continued(scallops(edge, 20, 8))}`,
            ),
          },
          { path: across(flip(edge)), stroke: 3, material: 'ribbon', isTrim: true },
        ]
      }
      case 'front': {
        const edge = `M${half * 0.5},${middle - 8}C${half * 0.52},${middle + 110} ${half * 0.36},${bottom - 190} ${gusset[0] - 6},${gusset[1] - 40}`
        return [
          {
            ...base(design),
            path: symmetric(
              `M0,${middle}L${half * 0.5},${middle - 8}${continued(scallops(edge, 19, -7))}L0,${gusset[1] - 52}`,
            ),
          },
        ]
      }
      case 'yoke': {
        const edge = `M${half - 2},${waist[1] + 50}C${half * 0.6},${middle + 70} ${half * 0.3},${middle + 150} 0,${middle + 176}`
        return [
          {
            ...base(design),
            path: symmetric(`${waistLine}L${half + 4},${waist[1] + 50}${continued(scallops(edge, 19, 8))}`),
          },
        ]
      }
      case 'sides':
        return pair({
          ...base(design),
          path: `M${half},${waist[1]}${sideLine}L${hip[0] - 60},${hip[1] + 26}C${hip[0] - 90},${hip[1] - 60} ${half * 0.56},${middle + 60} ${half * 0.54},${waist[1] + 22}Z`,
        })
      case 'all':
        return [{ ...base(design), path: symmetric(outline), sheer: 0.6 }]
      default:
        return []
    }
  })
}

/** Reverses a line that runs towards the middle. */
const flip = (line: string) => `M${reversed(line).slice(1)}`

/** A scalloped border that follows the leg's edge. */
export function legLace(design: Panty, leg: string): Part[] {
  const inner = offset(leg, 44)
  const outer = scallops(offset(leg, -4), 20, -10)
  return pair({
    ...base(design),
    path: `${inner}${continued(reversed(outer))}Z`,
    tone: 0.14,
    sheer: 0.6,
    patternScale: 0.5,
    patternTurn: 14,
  })
}
