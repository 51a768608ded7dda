/** Decoration of pictures: jasmine and hangers. */
import { pair, type Part } from '../engine/part.ts'
import type { Point } from '../engine/paths.ts'
import { flower, leaf } from '../engine/patterns.ts'
import { GOLD, metal, oval } from './trims.ts'

const petal = (path: string, color: string): Part => ({ path, material: 'paper', color, lift: 4, isTrim: true })

/** A sprig of jasmine, grown to the right from (x, y) at an angle. */
export function sprig(x: number, y: number, size = 1, angle = 0): Part[] {
  const at = (u: number, v: number): Point => [
    x + size * (u * Math.cos(angle) - v * Math.sin(angle)),
    y + size * (u * Math.sin(angle) + v * Math.cos(angle)),
  ]
  const to = (u: number, v: number) => at(u, v).join(',')
  const green = (u: number, v: number, length: number, turn: number) =>
    petal(leaf(...at(u, v), length * size, angle + turn, 0.25), '#7f8f6d')
  const bud = (u: number, v: number, length: number, turn: number) =>
    petal(leaf(...at(u, v), length * size, angle + turn, 0.26), '#f8efe4')
  const bloom = (u: number, v: number, radius: number, turn: number) => [
    { ...petal(flower(...at(u, v), radius * size, angle + turn, 0.42), '#fbf6ec'), lift: 5 },
    { ...petal(oval(...at(u, v), 4 * size, 4 * size), '#e9d28c'), lift: 1 },
  ]
  return [
    {
      path: `M${to(-80, 20)}C${to(-30, 10)} ${to(20, -10)} ${to(90, -14)}`,
      stroke: 3.2 * size,
      material: 'paper',
      color: '#7b8666',
      lift: 3,
      cap: 'round',
    },
    green(-48, 14, 60, 0.9),
    green(-20, 6, 64, -1),
    green(28, -8, 56, 0.75),
    bud(88, -14, 34, -0.1),
    bud(70, -12, 30, -0.8),
    ...bloom(0, -4, 30, 0.3),
    ...bloom(48, 18, 25, 1),
  ]
}

/** A hanger's hook, above y. */
const hook = (y: number): Part => ({
  ...metal(
    `M0,${y - 6}L0,${y - 58}C0,${y - 84} 44,${y - 84} 44,${y - 118}C44,${y - 160} -30,${y - 164} -34,${y - 126}`,
    6,
  ),
  isTrim: false,
  cap: 'round',
})

const wood = (path: string): Part => ({ path, material: 'wood', color: '#c8a27c', lift: 8 })

/** A hanger with arms that end at ±half, from y at its middle down to y + 60. */
export const hanger = (y: number, half: number): Part[] => [
  hook(y),
  wood(
    `M0,${y - 22}C${half * 0.4},${y - 16} ${half * 0.8},${y + 16} ${half},${y + 50}C${half + 6},${y + 66} ${half - 14},${y + 72} ${half - 24},${y + 58}C${half * 0.7},${y + 26} ${half * 0.3},${y + 14} 0,${y + 12}C${-half * 0.3},${y + 14} ${-half * 0.7},${y + 26} ${24 - half},${y + 58}C${14 - half},${y + 72} ${-half - 6},${y + 66} ${-half},${y + 50}C${-half * 0.8},${y + 16} ${-half * 0.4},${y - 16} 0,${y - 22}Z`,
  ),
]

/** A straight hanger with its bar at y. The clips go on top of the garment. */
export const clipHanger = (y: number, half: number): Part[] => [
  hook(y),
  wood(`M${-half},${y - 9}L${half},${y - 9}L${half},${y + 9}L${-half},${y + 9}Z`),
]

export function clips(y: number, x: number, drop = 0): Part[] {
  return pair({ ...metal(`M${x},${y}L${x},${y + 30 + drop}`, 5) }).concat(
    pair({
      path: `M${x - 11},${y + 22 + drop}L${x + 11},${y + 22 + drop}L${x + 13},${y + 74 + drop}L${x - 13},${y + 74 + drop}Z`,
      material: 'metal',
      color: GOLD,
      lift: 4,
      edge: [4, 5],
      isTrim: true,
    }),
  )
}
