import { pair, type Part } from '../engine/part.ts'
import { flower } from '../engine/patterns.ts'

export const GOLD = '#c9a36a'

export const IVORY = '#f6efe8'

/** Returns a small ribbon bow: two loops, two ends, one knot. */
export function bow(x: number, y: number, size = 0.62, cloth: Partial<Part> = {}): Part[] {
  const at = (dx: number, dy: number) => `${x + dx * size},${y + dy * size}`
  const base: Part = { path: '', material: 'ribbon', lift: 3, isTrim: true, ...cloth }
  return [
    {
      ...base,
      path: `M${at(0, 0)}C${at(-14, 16)} ${at(-16, 30)} ${at(-20, 44)}L${at(-9, 42)}C${at(-6, 28)} ${at(-2, 12)} ${at(2, 0)}Z M${at(0, 0)}C${at(12, 16)} ${at(13, 30)} ${at(16, 46)}L${at(6, 43)}C${at(4, 28)} ${at(2, 12)} ${at(-2, 0)}Z`,
    },
    {
      ...base,
      path: `M${at(0, 0)}C${at(-12, -20)} ${at(-34, -18)} ${at(-33, -2)}C${at(-32, 12)} ${at(-12, 10)} ${at(0, 0)}C${at(12, -20)} ${at(34, -18)} ${at(33, -2)}C${at(32, 12)} ${at(12, 10)} ${at(0, 0)}Z`,
      folds: [[`M${at(-4, -1)}L${at(-20, -4)}M${at(4, -1)}L${at(20, -4)}`, 3 * size, 2, -9]],
    },
    {
      ...base,
      path: `M${at(-6, -7)}C${at(-2, -9)} ${at(2, -9)} ${at(6, -7)}C${at(7, -2)} ${at(7, 3)} ${at(5, 7)}C${at(2, 8)} ${at(-2, 8)} ${at(-5, 7)}C${at(-7, 3)} ${at(-7, -2)} ${at(-6, -7)}Z`,
      lift: 2,
    },
  ]
}

export const metal = (path: string, stroke: number): Part => ({
  path,
  stroke,
  material: 'metal',
  color: GOLD,
  lift: 2,
  isTrim: true,
})

export const oval = (x: number, y: number, rx: number, ry: number) =>
  `M${x - rx},${y}C${x - rx},${y - ry * 1.33} ${x + rx},${y - ry * 1.33} ${x + rx},${y}C${x + rx},${y + ry * 1.33} ${x - rx},${y + ry * 1.33} ${x - rx},${y}Z`

/** The ring between a strap and a cup. */
export const ring = (x: number, y: number, radius = 7) => metal(oval(x, y, radius, radius), 2.6)

/** The slider that sets a strap's length. */
export const slider = (x: number, y: number, half = 8) =>
  metal(
    `M${x - half},${y - 5}L${x + half},${y - 5}L${x + half},${y + 5}L${x - half},${y + 5}Z M${x - half},${y}L${x + half},${y}`,
    2.2,
  )

export const button = (x: number, y: number, radius = 7, color = IVORY): Part => ({
  path: oval(x, y, radius, radius),
  material: 'paper',
  color,
  lift: 2,
  edge: [3, 4],
  isTrim: true,
})

/** A thin cord along an edge, dyed with the garment unless it has its own colour. */
export const piping = (path: string, stroke = 3.6, color?: string): Part => ({
  path,
  stroke,
  material: 'ribbon',
  color,
  lift: 1.5,
  cap: 'round',
  isTrim: true,
})

/** The woven label at the back of the neck. */
export const label = (x: number, y: number, width = 26): Part[] => [
  {
    path: `M${x - width / 2},${y}L${x + width / 2},${y}L${x + width / 2},${y + width * 0.8}L${x - width / 2},${y + width * 0.8}Z`,
    material: 'satin',
    color: IVORY,
    lift: 1,
    drape: 0,
    edge: [2, 2],
    isTrim: true,
  },
  {
    path: flower(x, y + width * 0.42, width * 0.26, -1.57, 0.45),
    material: 'paper',
    color: '#7a2140',
    lift: 0,
    edge: [1, 0.6],
    isTrim: true,
  },
]

/** Hooks and eyes in the middle of a band. */
export function hooks(top: number, bottom: number): Part[] {
  const rows = Math.max(2, Math.round((bottom - top) / 30))
  const step = (bottom - top) / (rows + 1)
  const eyes = Array.from({ length: rows }, (_, row) => top + step * (row + 1))
  return [
    {
      path: `M-24,${top}L24,${top}L24,${bottom}L-24,${bottom}Z`,
      material: 'satin',
      tone: 0.08,
      lift: 3,
      drape: 1,
      edge: [4, 4],
      stitches: [`M-18,${top + 5}L-18,${bottom - 5}`, `M18,${top + 5}L18,${bottom - 5}`],
      isTrim: true,
    },
    { path: `M0,${top + 2}L0,${bottom - 2}`, stroke: 2.2, material: 'satin', tone: -0.5, lift: 1, isTrim: true },
    ...eyes.flatMap((y) => [ring(-8, y, 3.2), ring(9, y, 3.2)]),
  ]
}

/** A strap on both sides. */
export const straps = (path: string, stroke: number, tone = 0): Part[] =>
  pair({ path, stroke, material: stroke > 8 ? 'elastic' : 'ribbon', tone, lift: 4, cap: 'round' })
