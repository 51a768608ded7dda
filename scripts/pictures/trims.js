/** Bows, rings, sliders and the jasmine, which every garment may wear. */
import { leaf, petal5 } from './cloth.js'
import { mirror } from './paths.js'

const GOLD = '#c9a36a'
export const bow = (x, y, k = 1) => [
  {
    d: `M${x},${y}C${x - 14 * k},${y + 16 * k} ${x - 16 * k},${y + 30 * k} ${x - 20 * k},${y + 44 * k}L${x - 9 * k},${y + 42 * k}C${x - 6 * k},${y + 28 * k} ${x - 2 * k},${y + 12 * k} ${x + 2 * k},${y}Z M${x},${y}C${x + 12 * k},${y + 16 * k} ${x + 13 * k},${y + 30 * k} ${x + 16 * k},${y + 46 * k}L${x + 6 * k},${y + 43 * k}C${x + 4 * k},${y + 28 * k} ${x + 2 * k},${y + 12 * k} ${x - 2 * k},${y}Z`,
    mat: 'ribbon',
    lift: 3,
    noGround: 1,
  },
  {
    d: `M${x},${y}C${x - 12 * k},${y - 20 * k} ${x - 34 * k},${y - 18 * k} ${x - 33 * k},${y - 2 * k}C${x - 32 * k},${y + 12 * k} ${x - 12 * k},${y + 10 * k} ${x},${y}C${x + 12 * k},${y - 20 * k} ${x + 34 * k},${y - 18 * k} ${x + 33 * k},${y - 2 * k}C${x + 32 * k},${y + 12 * k} ${x + 12 * k},${y + 10 * k} ${x},${y}Z`,
    mat: 'ribbon',
    lift: 3,
    noGround: 1,
    folds: [
      [
        `M${x - 4 * k},${y - 1}L${x - 20 * k},${y - 4 * k}M${x + 4 * k},${y - 1}L${x + 20 * k},${y - 4 * k}`,
        3 * k,
        2,
        -9,
      ],
    ],
  },
  {
    d: `M${x - 6 * k},${y - 7 * k}C${x - 2 * k},${y - 9 * k} ${x + 2 * k},${y - 9 * k} ${x + 6 * k},${y - 7 * k}C${x + 7 * k},${y - 2 * k} ${x + 7 * k},${y + 3 * k} ${x + 5 * k},${y + 7 * k}C${x + 2 * k},${y + 8 * k} ${x - 2 * k},${y + 8 * k} ${x - 5 * k},${y + 7 * k}C${x - 7 * k},${y + 3 * k} ${x - 7 * k},${y - 2 * k} ${x - 6 * k},${y - 7 * k}Z`,
    mat: 'ribbon',
    lift: 2,
    noGround: 1,
  },
]
export const ring = (x, y, r = 9) => ({
  d: `M${x - r},${y}C${x - r},${y - r * 1.3} ${x + r},${y - r * 1.3} ${x + r},${y}C${x + r},${y + r * 1.3} ${x - r},${y + r * 1.3} ${x - r},${y}Z`,
  stroke: 3.4,
  mat: 'metal',
  color: GOLD,
  lift: 2,
  noGround: 1,
})
export const slider = (x, y) => ({
  d: `M${x - 11},${y - 6}L${x + 11},${y - 6}L${x + 11},${y + 6}L${x - 11},${y + 6}Z M${x - 11},${y}L${x + 11},${y}`,
  stroke: 3,
  mat: 'metal',
  color: GOLD,
  lift: 2,
  noGround: 1,
})
export const mirrorPart = (p) => ({
  ...p,
  d: mirror(p.d),
  domes: p.domes && p.domes.map(([x, ...r]) => [800 - x, ...r]),
  folds: p.folds && p.folds.map(([d, ...r]) => [mirror(d), ...r]),
  seams: p.seams && p.seams.map(mirror),
  stitch: p.stitch && p.stitch.map(mirror),
  laceRot: p.laceRot && -p.laceRot,
  urot: p.urot && -p.urot,
})
export const pair = (p) => [p, mirrorPart(p)]
function jasmine(x, y, k, rot = 0) {
  return [
    {
      d: petal5(x, y, 26 * k, rot, 0.4),
      mat: 'petal',
      color: '#fbf6ec',
      lift: 5,
      puff: [6, 8],
      folds: [[petal5(x, y, 18 * k, rot, 0.02), 2.2, 2, -7]],
    },
    { d: petal5(x, y, 4.5 * k, rot + 0.6, 0.6), mat: 'petal', color: '#e9d28c', lift: 1, puff: [2, 3] },
  ]
}
const bud = (x, y, l, a) => ({ d: leaf(x, y, l, a, 0.26), mat: 'petal', color: '#f8efe4', lift: 4 })
const lf = (x, y, l, a) => ({
  d: leaf(x, y, l, a, 0.25),
  mat: 'petal',
  color: '#7f8f6d',
  lift: 5,
  folds: [[`M${x},${y}L${x + Math.cos(a) * l},${y + Math.sin(a) * l}`, 2, 1.5, -7]],
})
export const sprig = (x, y, k = 1, a = 0) => {
  const c = (u, v) => [x + k * (u * Math.cos(a) - v * Math.sin(a)), y + k * (u * Math.sin(a) + v * Math.cos(a))],
    q = (u, v) =>
      c(u, v)
        .map((n) => n.toFixed(1))
        .join(',')
  return [
    {
      d: `M${q(-80, 20)}C${q(-30, 10)} ${q(20, -10)} ${q(90, -14)}`,
      stroke: 3.5 * k,
      mat: 'petal',
      color: '#7b8666',
      lift: 3,
      cap: 'round',
    },
    lf(...c(-48, 14), 60 * k, a + 0.9),
    lf(...c(-20, 6), 64 * k, a - 1.0),
    lf(...c(28, -8), 56 * k, a + 0.75),
    bud(...c(88, -14), 34 * k, a - 0.1),
    bud(...c(70, -12), 30 * k, a - 0.8),
    ...jasmine(...c(0, -4), k * 1.15, a + 0.3),
    ...jasmine(...c(48, 18), k * 0.95, a + 1),
  ]
}
