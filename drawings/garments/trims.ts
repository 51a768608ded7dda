import { pair, type Part } from '../engine/part.ts'
import { flower } from '../engine/patterns.ts'

export const GOLD = '#c9a36a'

export const IVORY = '#f6efe8'

/** Returns a small ribbon bow: two loops, two ends, one knot. */
export function bow(x: number, y: number, size = 0.62, cloth: Partial<Part> = {}): Part[] {
  const at = (dx: number, dy: number) => `${x + dx * size},${y + dy * size}`
  const base: Part = { path: '', material: 'ribbon', isTrim: true, ...cloth }
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
    },
  ]
}

export const metal = (path: string, stroke: number): Part => ({
  path,
  stroke,
  material: 'metal',
  color: GOLD,
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
  isTrim: true,
})

/** A thin cord along an edge, dyed with the garment unless it has its own colour. */
export const piping = (path: string, stroke = 3.6, color?: string): Part => ({
  path,
  stroke,
  material: 'ribbon',
  color,
  cap: 'round',
  isTrim: true,
})

/** The woven label at the back of the neck. */
export const label = (x: number, y: number, width = 26): Part[] => [
  {
    path: `M${x - width / 2},${y}L${x + width / 2},${y}L${x + width / 2},${y + width * 0.8}L${x - width / 2},${y + width * 0.8}Z`,
    material: 'satin',
    color: IVORY,
    isTrim: true,
  },
  {
    path: flower(x, y + width * 0.42, width * 0.26, -1.57, 0.45),
    material: 'paper',
    color: '#7a2140',
    isTrim: true,
  },
]

/** Three rows of hooks in the middle of a band, with three eyes each. The hooks are in the first eyes. */
export function hooks(top: number, bottom: number): Part[] {
  const step = (bottom - top) / 3
  const rows = [0, 1, 2].map((row) => top + step * (row + 0.5))
  const tape = (left: number, right: number, tone: number): Part => ({
    path: `M${left},${top}L${right},${top}L${right},${bottom}L${left},${bottom}Z`,
    material: 'ribbon',
    tone,
    stitches: [
      `M${left + 5},${top + 4}L${left + 5},${bottom - 4}`,
      `M${right - 5},${top + 4}L${right - 5},${bottom - 4}`,
    ],
    isTrim: true,
  })
  return [
    tape(-6, 52, -0.06),
    ...rows.flatMap((y) => [ring(18, y, 3), ring(36, y, 3)]),
    tape(-38, 0, 0.06),
    ...rows.map((y) => metal(`M-14,${y - 3}L2,${y - 3}C8,${y - 3} 8,${y + 3} 2,${y + 3}L-14,${y + 3}`, 2)),
  ]
}

/** A strap on both sides. */
export const straps = (path: string, stroke: number, tone = 0): Part[] =>
  pair({ path, stroke, material: stroke > 8 ? 'elastic' : 'ribbon', tone, cap: 'round' })
