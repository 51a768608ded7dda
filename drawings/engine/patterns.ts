import type { Part } from './part.ts'
import { type Bounds, boundsOf } from './placement.ts'

/** Tiles that repeat over the cloth: lace, prints, knits. The current colour is thread or ink. */

const point = (x: number, y: number) => `${x.toFixed(1)},${y.toFixed(1)}`

/** Returns the brand's five-petal flower as a path; `width` is how full the petals are. */
export function flower(cx: number, cy: number, radius: number, turn = 0, width = 0.55): string {
  return [0, 1, 2, 3, 4]
    .map((place) => {
      const angle = turn + (place * Math.PI * 2) / 5
      return leaf(
        cx + Math.cos(angle) * radius * 0.08,
        cy + Math.sin(angle) * radius * 0.08,
        radius * 0.92,
        angle,
        width,
      )
    })
    .join('')
}

/** Returns a pointed leaf, or a petal, that grows from a point at an angle. */
export function leaf(x: number, y: number, length: number, angle: number, width = 0.3): string {
  const at = (along: number, aside: number) =>
    point(x + Math.cos(angle) * along - Math.sin(angle) * aside, y + Math.sin(angle) * along + Math.cos(angle) * aside)
  const wide = length * width
  return `M${at(0, 0)}C${at(length * 0.3, -wide)} ${at(length * 0.78, -wide * 0.8)} ${at(length, 0)}C${at(length * 0.78, wide * 0.8)} ${at(length * 0.3, wide)} ${at(0, 0)}Z`
}

const fill = (path: string) => `<path d="${path}" fill="currentColor"/>`
const thread = (path: string, width: number) =>
  `<path d="${path}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round"/>`

/** Repeats shapes at the tile's corner and at its middle. They may reach into the tiles around it. */
const halfDrop = (width: number, height: number, shapes: string) =>
  `${shapes}<g transform="translate(${width / 2},${height / 2})">${shapes}</g>`

const jasmine =
  fill(
    flower(0, 0, 17, -1.57, 0.42) +
      leaf(10, 14, 20, 0.7, 0.28) +
      leaf(-10, 14, 20, 2.44, 0.28) +
      leaf(13, -12, 17, -0.6, 0.28) +
      leaf(-13, -12, 17, 3.74, 0.28) +
      flower(0, 30, 8, 1.57, 0.42),
  ) + thread('M0,16Q6,24 0,38', 1.6)
const spray =
  thread('M-34,34C-20,10 -6,22 4,0C12,-18 26,-12 34,-36', 2) +
  fill(
    flower(4, -2, 20, -1.2, 0.5) +
      flower(-30, 30, 11, 0.4, 0.5) +
      flower(32, -34, 12, 0.8, 0.5) +
      leaf(-14, 18, 20, 0.9, 0.3) +
      leaf(-20, 18, 16, 3.6, 0.3) +
      leaf(18, -16, 20, 0.4, 0.3) +
      leaf(14, -14, 18, -2.2, 0.3) +
      leaf(6, 14, 22, 1.7, 0.3),
  )
const dot = (x: number, y: number, radius: number) => `<circle cx="${x}" cy="${y}" r="${radius}" fill="currentColor"/>`
const bar = (x: number, y: number, width: number, height: number) =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="currentColor"/>`

interface Pattern {
  width: number
  height: number
  content: string
}

const PATTERNS = {
  /** Lace. */
  jasmine: { width: 96, height: 112, content: halfDrop(96, 112, jasmine) },
  chantilly: { width: 132, height: 120, content: halfDrop(132, 120, spray) },
  tulle: { width: 32, height: 32, content: halfDrop(32, 32, dot(0, 0, 3.4)) },
  garland: {
    width: 64,
    height: 72,
    content:
      thread('M0,36C16,20 16,20 32,36C48,52 48,52 64,36', 2.4) +
      fill(flower(16, 46, 13, 1.2, 0.5) + flower(48, 25, 13, -1.2, 0.5)) +
      fill(
        leaf(28, 32, 15, -1, 0.3) + leaf(36, 40, 15, 2.1, 0.3) + leaf(60, 39, 15, 1.2, 0.3) + leaf(4, 33, 15, 4.2, 0.3),
      ) +
      dot(32, 2, 3) +
      dot(0, 70, 3) +
      dot(64, 70, 3),
  },
  /** Printed. */
  stripes: { width: 28, height: 28, content: bar(0, 0, 5, 28) },
  pinstripes: { width: 16, height: 16, content: bar(0, 0, 1.8, 16) },
  breton: { width: 30, height: 30, content: bar(0, 0, 30, 9) },
  dots: { width: 34, height: 34, content: halfDrop(34, 34, dot(0, 0, 4)) },
  check: { width: 48, height: 48, content: bar(0, 0, 48, 2.4) + bar(0, 0, 2.4, 48) },
  sprigs: {
    width: 84,
    height: 84,
    content: halfDrop(
      84,
      84,
      fill(flower(0, 0, 11, 0.5, 0.62) + leaf(-8, 17, 12, -2.6, 0.3)) + thread('M2,8C0,16 -6,20 -12,22', 1.6),
    ),
  },
  /** Knitted. */
  pointelle: {
    width: 44,
    height: 40,
    content: halfDrop(44, 40, dot(0, -5, 2.3) + dot(-5, 0, 2.3) + dot(5, 0, 2.3) + dot(0, 5, 2.3)),
  },
  openwork: { width: 26, height: 20, content: bar(9, 2, 3, 7) + bar(9, 12, 3, 7) },
  quilting: { width: 60, height: 60, content: thread('M0,30L30,0L60,30L30,60Z', 2) },
} satisfies Record<string, Pattern>

export type PatternName = keyof typeof PATTERNS

/** Returns a part's pattern in one colour, repeated over the part's bounds. SVG's own patterns take ten times as long to paint. */
export function tiles(id: string, part: Part, color: string): string {
  const { pattern = 'jasmine', patternScale = 0.62, patternTurn = 0 } = part
  const { width, height, content } = PATTERNS[pattern]
  const [left, top, right, bottom] = boundsInTiles(part, patternTurn, patternScale)
  const range = (from: number, to: number, size: number) => {
    const first = Math.floor(from / size) - 1
    return Array.from({ length: Math.ceil(to / size) + 1 - first }, (_, place) => (first + place) * size)
  }
  const uses = range(left, right, width).flatMap((x) =>
    range(top, bottom, height).map((y) => `<use href="#${id}" x="${x}" y="${y}"/>`),
  )
  return `<defs><g id="${id}">${content}</g></defs><g transform="rotate(${patternTurn}) scale(${patternScale})" color="${color}">${uses.join('')}</g>`
}

/** A part's bounds in the space of its pattern. */
function boundsInTiles(part: Part, degrees: number, scale: number): Bounds {
  const turn = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(turn) / scale, Math.sin(turn) / scale]
  const [left, top, right, bottom] = boundsOf([part])
  const corners = [left, right].flatMap((x) =>
    [top, bottom].map((y) => [x * cos + y * sin, y * cos - x * sin] as const),
  )
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}
