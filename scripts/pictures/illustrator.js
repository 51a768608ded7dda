/** The pictures: one garment from the front, from behind, close up or folded, and scenes of several. */
import { Stage, petal5 } from './cloth.js'
import { BACKS } from './backs.js'
import { FABRIC, GROUNDS, hexToRgb } from './colour.js'
import { TYPES } from './garments.js'
import { scallops } from './paths.js'
import { bow, sprig } from './trims.js'

function folded(t) {
  const m = t.mat,
    sat_ = m === 'satin',
    P = [] // soft folded stack tied with a satin ribbon
  const bundle = (k, tone) => ({
    d: `M${172 + k},${318 - k * 0.4}C${240 + k},${300 - k * 0.5} 330,${310 - k * 0.5} 404,${304 - k * 0.5}C480,${298 - k * 0.5} 560,${306 - k * 0.4} ${632 - k * 0.3},${300 - k * 0.3}C${646 - k * 0.2},380 ${642 - k * 0.3},470 ${648 - k * 0.2},560C${652},${620 + k} ${650},${664 + k} ${628},${684 + k}C${560},${698 + k} 470,${690 + k} 398,${697 + k}C320,${703 + k} 240,${692 + k} ${180},${690 + k}C${150},${668 + k} ${152},${622 + k} ${158 + k * 0.3},560C${166 + k * 0.5},480 ${150 + k},400 ${172 + k},${318 - k * 0.4}Z`,
    mat: m,
    lift: 10,
    tone,
    puff: [17, 21],
    und: sat_ ? 16 : 9,
    ux: 300,
    uy: 190,
    urot: 0.35,
  })
  P.push(bundle(44, -0.22), { ...bundle(22, -0.1) })
  P.push({
    ...bundle(0, 0),
    folds: [
      ['M190,640C320,656 480,652 622,640', 14, 11, -7],
      ['M400,330C396,430 404,560 398,690', 60, 22, -8],
      ['M330,420C270,430 220,450 176,486M470,420C530,424 590,436 640,462', 18, 14, sat_ ? 12 : 6],
      ['M336,540C280,556 220,566 170,566M466,540C520,548 590,560 644,556', 18, 14, sat_ ? -11 : -6],
      ['M340,610C290,622 240,628 190,626M462,606C520,614 570,620 630,612', 14, 12, sat_ ? 9 : 4],
    ],
  })
  if (t.lace)
    P.push({
      d:
        'M166,322C240,302 330,312 404,306C480,300 560,308 636,302C641,336 642,362 642,392' +
        scallops('M642,392C560,400 480,394 402,398C320,402 240,396 163,404', 22, -11).replace(/^M/, 'L') +
        'C162,376 158,350 166,322Z',
      mat: 'lace',
      tone: 0.14,
      lift: 4,
      sheer: 0.5,
      noGround: 1,
      folds: [['M400,310L400,400', 50, 20, -8]],
    })
  else
    P.push({
      d: 'M164,338C240,320 330,330 404,324C480,318 560,326 640,320',
      stroke: 34,
      mat: 'elastic',
      lift: 3,
      bandV: 1,
      puff: [7, 7],
      noGround: 1,
    })
  const R = { mat: 'satin', color: '#f4ebe2', und: 2, noGround: 1 }
  P.push({
    ...R,
    d: 'M382,292C396,288 410,288 424,291C420,420 426,560 423,728C410,732 394,732 380,729C385,560 378,420 382,292Z',
    lift: 4,
    puff: [4, 4],
    folds: [['M394,320L392,700M412,320L411,700', 5, 4, 4]],
  })
  for (const q of bow(402, 470, 2.7))
    P.push({
      ...q,
      ...R,
      lift: 9,
      puff: [10, 15],
      folds: (q.folds || []).map(([d, w, , a]) => [d, w * 1.2, 6, a * 1.5]),
    })
  P.push(
    { d: 'M508,590L604,568L618,630L522,652Z', mat: 'petal', color: '#fbf7f1', lift: 4, puff: [1.5, 1.5], noGround: 1 },
    {
      d: petal5(563, 610, 17, -1.8, 0.42),
      mat: 'petal',
      color: '#7a2140',
      lift: 0,
      noShadow: 1,
      puff: [1, 0.6],
      noGround: 1,
    },
  )
  return P
}

/**
 * Draws one garment.
 * @param {{ type: string, color?: string, view?: string, W?: number, H?: number, seed?: number }} wanted the kind (a key
 * of TYPES), its colour (a name of FABRIC or a hex value), `front`, `back`, `detail` or `folded`, and the size in pixels
 * @returns {Promise<import('sharp').Sharp>}
 */
export async function render({ type, color = 'Pink', view = 'front', W = 800, H = 1000, seed }) {
  const t = TYPES[type],
    hex = FABRIC[color] || color,
    S = new Stage(W, H, GROUNDS[color] || '#efe6df', seed ?? (type.length * 7 + type.charCodeAt(0)) % 19),
    k = W / 800
  if (view === 'front' || view === 'back')
    await S.garment(view === 'back' ? BACKS[type]() : t.f(), hexToRgb(hex), {
      s: k * (t.s || 0.98),
      x: W / 2,
      y: H / 2 + (t.y || 0) * k,
      rot: ((type.length % 3) - 1) * 0.014,
    })
  else if (view === 'detail') {
    const [fx, fy, z] = t.zoom,
      r = -0.16,
      s = k * z,
      dx = fx - 400,
      dy = fy - 500
    await S.garment(t.f(), hexToRgb(hex), {
      s,
      rot: r,
      x: W / 2 - s * (dx * Math.cos(r) - dy * Math.sin(r)),
      y: H / 2 - s * (dx * Math.sin(r) + dy * Math.cos(r)),
    })
  } else {
    const i = Object.keys(TYPES).indexOf(type),
      v = i % 3,
      fs = /brief|high|boy/.test(type) ? 0.84 : /bra/.test(type) ? 0.9 : 1.04,
      [px, py, pa] = [
        [196, 262, 2.75],
        [650, 800, -0.35],
        [610, 236, -0.6],
      ][v],
      T = { s: k * fs, x: W / 2, y: H / 2 - 12 * k } // three arrangements so a gallery never looks stamped
    await S.garment(folded(t), hexToRgb(hex), { ...T, rot: [-0.05, 0.07, 0.02][v] })
    await S.garment(sprig(px, py, 1.25, pa), [250, 245, 235], T)
  }
  return S.sharp()
}
export async function scene({ W, H, bg = '#eadcd3', items, seed = 4 }) {
  const S = new Stage(W, H, bg, seed)
  for (const it of items) {
    if (it.sprig) await S.garment(sprig(400, 500, 1, 0), [250, 245, 235], { s: it.s, x: it.x, y: it.y, rot: it.rot })
    else {
      S.seed = it.type.length
      await S.garment(TYPES[it.type].f(), hexToRgb(FABRIC[it.color] || it.color), {
        s: it.s,
        x: it.x,
        y: it.y,
        rot: it.rot || 0,
      })
    }
  }
  return S.sharp()
}
