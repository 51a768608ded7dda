import type { Part } from '../engine/part.ts'
import type { Point } from '../engine/paths.ts'
import { flower, leaf } from '../engine/patterns.ts'
import { oval } from './trims.ts'

const petal = (path: string, color: string): Part => ({ path, material: 'paper', color })

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
    { ...petal(flower(...at(u, v), radius * size, angle + turn, 0.42), '#fbf6ec') },
    { ...petal(oval(...at(u, v), 4 * size, 4 * size), '#e9d28c') },
  ]
  return [
    {
      path: `M${to(-80, 20)}C${to(-30, 10)} ${to(20, -10)} ${to(90, -14)}`,
      stroke: 3.2 * size,
      material: 'paper',
      color: '#7b8666',
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
