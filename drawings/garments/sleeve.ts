import { pair, type Fold, type Part } from '../engine/part.ts'
import { offset, type Point } from '../engine/paths.ts'

export interface Sleeve {
  /** Where the sleeve ends: its outer and its inner corner. */
  outer: Point
  inner: Point
  /** How far its lower edge is from the body's side, for wide sleeves. */
  width?: number
}

interface Sewn {
  sleeve: Sleeve
  /** Where it leaves the body: on the shoulder, and under the arm. */
  shoulder: Point
  armpit: Point
  /** Where its seam starts beside the neck. */
  neck: Point
}

const toward = (from: Point, to: Point, share: number, aside = 0): Point => {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const length = Math.hypot(dx, dy) || 1
  return [from[0] + dx * share + (dy / length) * aside, from[1] + dy * share - (dx / length) * aside]
}

/** Returns the line of a cuff, moved up the sleeve. */
export function cuffLine({ sleeve: { outer, inner } }: Sewn, up = 0): string {
  const bulge = toward(outer, inner, 0.5, -9)
  return offset(`M${outer}Q${bulge} ${inner}`, up)
}

/** Returns both sleeves, laid out beside the body. */
export function sleeves(sewn: Sewn, cloth: Partial<Part> & Pick<Part, 'material'>): Part[] {
  const { sleeve, shoulder, armpit, neck } = sewn
  const { outer, inner, width = 0 } = sleeve
  const [sx, sy] = shoulder
  const under: Point = [armpit[0] + width * 0.3, armpit[1] + width]
  const middle = (share: number, aside: number): Fold => [
    `M${toward(shoulder, armpit, aside)}C${toward(toward(shoulder, armpit, aside), toward(outer, inner, aside), 0.4, 6)} ${toward(toward(shoulder, armpit, aside), toward(outer, inner, aside), 0.7, -4)} ${toward(toward(shoulder, armpit, aside), toward(outer, inner, aside), 1.04)}`,
    15,
    11,
    share,
  ]
  return pair({
    ...cloth,
    path: `M${neck}C${neck[0] + (sx - neck[0]) * 0.5},${neck[1] + 4} ${sx - 16},${sy - (sy - neck[1]) * 0.46} ${sx},${sy}C${toward(shoulder, outer, 0.34, 10)} ${toward(shoulder, outer, 0.72, 10)} ${outer}Q${toward(outer, inner, 0.5, -9)} ${inner}C${toward(inner, under, 0.4, 5)} ${toward(inner, under, 0.8, 3)} ${under}L${armpit[0] - 36},${armpit[1] - 70}Z`,
    folds: [middle(13, 0.34), middle(-10, 0.56), middle(9, 0.78)],
  })
}
