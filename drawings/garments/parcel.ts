import type { Part } from '../engine/part.ts'

const KRAFT = '#cdb08c'
const STRING = '#f4ebdf'
const LABEL = '#fbf6ee'
const WRITING = '#6d5a60'

const paper = (path: string, more: Partial<Part> = {}): Part => ({ path, material: 'paper', color: KRAFT, ...more })
const drawn = (path: string, stroke: number, color: string): Part => ({
  path,
  stroke,
  color,
  material: 'paper',
  cap: 'round',
  isTrim: true,
})

/** A plain paper parcel with string around it and a label that says nothing of what is inside. */
export const PARCEL: Part[] = [
  paper('M-250,-170L250,-170C254,-60 254,60 250,170L-250,170C-254,60 -254,-60 -250,-170Z', {
    seams: ['M-250,118L250,118', 'M-196,118L-226,170', 'M196,118L226,170'],
    folds: [['M-248,-158C-100,-150 120,-152 248,-158', 10, 12, 5]],
  }),
  drawn('M-96,-170C-92,-60 -92,60 -96,170', 7, STRING),
  drawn('M-252,-34C-90,-38 90,-38 252,-34', 7, STRING),
  drawn('M-94,-36C-150,-96 -176,-36 -94,-34C-40,-96 -8,-40 -94,-34', 6, STRING),
  drawn('M-94,-34C-112,0 -132,16 -150,22M-94,-34C-80,2 -60,16 -44,18', 6, STRING),
  paper('M20,0L212,0L212,96L20,96Z', { color: LABEL, isTrim: true }),
  drawn('M42,28L150,28', 3, WRITING),
  drawn('M42,50L184,50', 3, WRITING),
  drawn('M42,72L122,72', 3, WRITING),
]

/** A dressmaker's tape, laid in a curve, with a mark at every centimetre. */
export const TAPE: Part[] = [
  {
    path: 'M-330,40C-240,-70 -120,-60 -40,10C40,80 170,90 330,-30',
    stroke: 34,
    material: 'ribbon',
    color: '#f3dfa8',
    cap: 'butt',
  },
  ...marks(),
]

function marks(): Part[] {
  const at = (t: number, [a, b, c, d]: number[][]) =>
    [0, 1].map(
      (axis) =>
        (1 - t) ** 3 * (a?.[axis] ?? 0) +
        3 * (1 - t) ** 2 * t * (b?.[axis] ?? 0) +
        3 * (1 - t) * t ** 2 * (c?.[axis] ?? 0) +
        t ** 3 * (d?.[axis] ?? 0),
    )
  const curves = [
    [[-330, 40], [-240, -70], [-120, -60], [-40, 10]],
    [[-40, 10], [40, 80], [170, 90], [330, -30]],
  ]
  return curves.flatMap((curve) =>
    Array.from({ length: 14 }, (_, place) => {
      const t = (place + 0.5) / 14
      const [x = 0, y = 0] = at(t, curve)
      const [nextX = 0, nextY = 0] = at(t + 0.01, curve)
      const length = Math.hypot(nextX - x, nextY - y)
      const [normalX, normalY] = [-(nextY - y) / length, (nextX - x) / length]
      const [outer, inner] = [16, place % 5 === 0 ? -6 : 5]
      return drawn(
        `M${x + normalX * outer},${y + normalY * outer}L${x + normalX * inner},${y + normalY * inner}`,
        2.6,
        WRITING,
      )
    }),
  )
}
