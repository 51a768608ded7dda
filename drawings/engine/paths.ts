/** SVG paths as values, with only absolute M, L, C, Q and Z. Garments are symmetric about x = 0. */
export type Point = [x: number, y: number]
type Segment = [command: string, points: Point[]]
const LENGTHS: Record<string, number> = { M: 1, L: 1, C: 3, Q: 2, Z: 0 }

function parsePath(path: string): Segment[] {
  const tokens = path.match(/[MLCQZ]|-?\d*\.?\d+(?:e-?\d+)?/g) ?? []
  const segments: Segment[] = []
  let command = 'M'
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at] ?? ''
    if (token in LENGTHS) {
      command = token
      at += 1
    }
    const points: Point[] = []
    for (let count = LENGTHS[command] ?? 0; count > 0; count -= 1, at += 2)
      points.push([Number(tokens[at]), Number(tokens[at + 1])])
    segments.push([command, points])
    if (command === 'M') command = 'L'
  }
  return segments
}

const write = ([x, y]: Point) => `${x.toFixed(1)},${y.toFixed(1)}`
const writePath = (segments: Segment[]) =>
  segments.map(([command, points]) => command + points.map(write).join(' ')).join('')

export const mapPath = (path: string, change: (point: Point) => Point) =>
  writePath(parsePath(path).map(([command, points]) => [command, points.map(change)]))

export const mirror = (path: string) => mapPath(path, ([x, y]) => [-x, y])

/** Returns every point and control point; their bounds contain the curve. */
export const controlPoints = (path: string) => parsePath(path).flatMap(([, points]) => points)

/** Returns the same line drawn from its end to its start, beginning with L so that it can be appended. */
export function reversed(path: string): string {
  const segments = parsePath(path)
  const ends = segments.map(([, points]): Point => points.at(-1) ?? [0, 0])
  let result = `L${write(ends.at(-1) ?? [0, 0])}`
  for (let at = segments.length - 1; at > 0; at -= 1) {
    const [command, points] = segments[at] ?? ['L', []]
    const back: Point[] = [...points.slice(0, -1).toReversed(), ends[at - 1] ?? [0, 0]]
    result += command + back.map(write).join(' ')
  }
  return result
}

/** Closes a right half, drawn from the top centre to the bottom centre, with its mirror image. */
export const symmetric = (half: string) => `${half}${reversed(mirror(half))}Z`

/** Returns a line and its mirror image. */
export const bothSides = (line: string) => `${line} ${mirror(line)}`

/** Returns a line from the centre to the right as one line from the left to the right. */
export const across = (half: string) => `M${reversed(mirror(half)).slice(1)}${half.replace(/^M[^LCQ]*/, '')}`

export const continued = (path: string) => path.replace(/^M/, 'L')

const between = (from: Point, to: Point, share: number): Point => [
  from[0] + (to[0] - from[0]) * share,
  from[1] + (to[1] - from[1]) * share,
]

/** Returns points along a path, `steps` for each segment. */
export function flatten(path: string, steps = 24): Point[] {
  const result: Point[] = []
  let current: Point = [0, 0]
  for (const [command, points] of parsePath(path)) {
    const end = points.at(-1)
    if (!end) continue
    if (command === 'M') result.push(end)
    else
      for (let step = 1; step <= steps; step += 1) {
        let stops: Point[] = [current, ...points]
        while (stops.length > 1)
          stops = stops.slice(1).map((to, place) => between(stops[place] ?? to, to, step / steps))
        result.push(stops[0] ?? end)
      }
    current = end
  }
  return result
}

/** Returns the unit normal at a place of a line, to the right of its direction. */
function normalAt(points: Point[], at: number): Point {
  const [ax, ay] = points[Math.max(0, at - 1)] ?? [0, 0]
  const [bx, by] = points[Math.min(points.length - 1, at + 1)] ?? [0, 0]
  const length = Math.hypot(bx - ax, by - ay) || 1
  return [-(by - ay) / length, (bx - ax) / length]
}

const polyline = (points: Point[]) => `M${points.map(write).join('L')}`

/** Returns the line moved sideways, to the right of its direction for a positive distance. */
export function offset(path: string, distance: number): string {
  const points = flatten(path, 10)
  return polyline(
    points.map(([x, y], at) => {
      const [nx, ny] = normalAt(points, at)
      return [x + nx * distance, y + ny * distance]
    }),
  )
}

/** Returns the line as scallops about `width` wide, bulging by `depth` to the right of its direction. */
export function scallops(path: string, width: number, depth: number): string {
  const points = flatten(path, 40)
  const lengths = [0]
  for (const [at, [x, y]] of points.entries()) {
    const [px, py] = points[at - 1] ?? [x, y]
    if (at > 0) lengths.push((lengths.at(-1) ?? 0) + Math.hypot(x - px, y - py))
  }
  const total = lengths.at(-1) ?? 0
  const count = Math.max(1, Math.round(total / width))
  const pointAt = (distance: number): Point => {
    const at = Math.max(
      1,
      lengths.findIndex((length) => length >= distance - 0.01),
    )
    const before = lengths[at - 1] ?? 0
    return between(
      points[at - 1] ?? [0, 0],
      points[at] ?? [0, 0],
      (distance - before) / ((lengths[at] ?? 1) - before || 1),
    )
  }
  let result = `M${write(points[0] ?? [0, 0])}`
  for (let place = 0; place < count; place += 1) {
    const [ax, ay] = pointAt((total * place) / count)
    const [bx, by] = pointAt((total * (place + 1)) / count)
    const length = Math.hypot(bx - ax, by - ay) || 1
    const [nx, ny] = [(-(by - ay) / length) * depth, ((bx - ax) / length) * depth]
    const [dx, dy] = [(bx - ax) * 0.08, (by - ay) * 0.08]
    result += `C${write([ax + nx + dx, ay + ny + dy])} ${write([bx + nx - dx, by + ny - dy])} ${write([bx, by])}`
  }
  return result
}

/** Returns the outline of each line of a path as a fold: thin at its ends, `width` wide in the middle. */
export function taper(path: string, width: number): string {
  const smooth = (value: number) => value * value * (3 - 2 * value)
  return (path.match(/M[^M]+/g) ?? [])
    .map((line) => {
      const points = flatten(line, 14)
      const right: Point[] = []
      const left: Point[] = []
      for (const [at, [x, y]] of points.entries()) {
        const along = at / (points.length - 1)
        const swell = smooth(Math.min(1, along / 0.5)) * smooth(Math.min(1, (1 - along) / 0.3))
        const half = (width / 2) * (0.06 + 0.94 * swell)
        const [nx, ny] = normalAt(points, at)
        right.push([x + nx * half, y + ny * half])
        left.unshift([x - nx * half, y - ny * half])
      }
      return `${polyline([...right, ...left])}Z`
    })
    .join('')
}
