/** Cloth lit per pixel: SVG masks become height maps, folds and ribs add height, one light from the upper left reads it. */
import sharp from 'sharp'
import { hexToRgb, luminance, mix, ramp, saturate } from './colour.js'
import { valueNoise } from './noise.js'
import { mapPath, taper } from './paths.js'

const MATERIALS = {
  // kd diffuse, ks/p specular, puff [radius, amp], und undulation amp, tex
  jersey: { kd: 1.15, ks: 0.05, p: 6, puff: [13, 13], und: 5, tex: 'knit' },
  satin: { kd: 1.42, ks: 0.36, p: 14, puff: [11, 9.5], und: 11, tex: 'satin' },
  foam: { kd: 1.25, ks: 0.1, p: 8, puff: [15, 16], und: 3, tex: 'fine' },
  rib: { kd: 1.2, ks: 0.06, p: 8, puff: [12, 11], und: 4, tex: 'rib' },
  cotton: { kd: 1.25, ks: 0.04, p: 6, puff: [9, 9], und: 10, tex: 'weave' },
  lace: { kd: 0.9, ks: 0.12, p: 12, puff: [6, 4], und: 3, tex: 'fine', lace: 1 },
  elastic: { kd: 1.05, ks: 0.1, p: 10, puff: [3, 2.8], und: 0, tex: 'band' },
  ribbon: { kd: 1.3, ks: 0.34, p: 16, puff: [3.4, 4.6], und: 0, tex: 'satin' },
  metal: { kd: 1.6, ks: 1.1, p: 20, puff: [2, 5], und: 0, tex: null },
  petal: { kd: 0.9, ks: 0.08, p: 8, puff: [7, 7], und: 0, tex: null },
}

export const petal5 = (cx, cy, r, rot = 0, w = 0.55) => {
  let o = ''
  for (let i = 0; i < 5; i++) {
    const a = rot + (i * Math.PI * 2) / 5,
      p = (l, k) =>
        [(cx + Math.cos(a) * l - Math.sin(a) * k).toFixed(1), (cy + Math.sin(a) * l + Math.cos(a) * k).toFixed(1)].join(
          ',',
        )
    o += `M${p(r * 0.08, 0)}C${p(r * 0.35, -r * w)} ${p(r * 0.8, -r * w * 0.8)} ${p(r, 0)}C${p(r * 0.8, r * w * 0.8)} ${p(r * 0.35, r * w)} ${p(r * 0.08, 0)}Z`
  }
  return o
}
export const leaf = (cx, cy, l, a, w = 0.3) => {
  const p = (u, k) =>
    [(cx + Math.cos(a) * u - Math.sin(a) * k).toFixed(1), (cy + Math.sin(a) * u + Math.cos(a) * k).toFixed(1)].join(',')
  return `M${p(0, 0)}C${p(l * 0.3, -l * w)} ${p(l * 0.75, -l * w * 0.7)} ${p(l, 0)}C${p(l * 0.75, l * w * 0.7)} ${p(l * 0.3, l * w)} ${p(0, 0)}Z`
}
function laceTile(tr) {
  // net + jasmine sprays, 96x112 tile
  let s = `<pattern id="lc" width="96" height="112" patternUnits="userSpaceOnUse" patternTransform="${tr}"><g fill="none" stroke="#fff" stroke-width=".9" opacity=".42">`
  for (let y = -1; y < 15; y++)
    for (let x = -1; x < 13; x++) {
      const X = x * 8 + (y & 1) * 4,
        Y = y * 8
      s += `<path d="M${X},${Y}l4,4l-4,4l-4,-4z"/>`
    }
  s += `</g><g fill="#fff" opacity=".95">`
  const fl = (x, y, r, a) => `<path d="${petal5(x, y, r, a, 0.42)}"/><circle cx="${x}" cy="${y}" r="${r * 0.2}"/>`,
    lf = (x, y, l, a) => `<path d="${leaf(x, y, l, a, 0.28)}"/>`
  for (const [ox, oy] of [
    [0, 0],
    [48, 56],
    [96, 0],
    [0, 112],
    [96, 112],
  ])
    s +=
      `<g transform="translate(${ox},${oy})">` +
      fl(0, 0, 17, -1.57) +
      lf(10, 14, 20, 0.7) +
      lf(-10, 14, 20, 2.44) +
      lf(13, -12, 17, -0.6) +
      lf(-13, -12, 17, 3.74) +
      fl(0, 30, 8, 1.57) +
      `<path d="M0,16Q6,24 0,38" fill="none" stroke="#fff" stroke-width="1.6"/></g>`
  return s + '</g></pattern>'
}

export class Stage {
  constructor(W, H, bg, seed = 1) {
    this.W = W
    this.H = H
    this.n = W * H
    this.c = [0, 1, 2].map(() => new Float32Array(this.n))
    this.seed = seed
    const B = hexToRgb(bg)
    for (let y = 0; y < H; y++)
      for (let x = 0; x < W; x++) {
        const u = x / W,
          v = y / H
        let k = 1.035 - 0.05 * (u * 0.55 + v * 0.75) - 0.05 * Math.max(0, Math.hypot(u - 0.45, v - 0.42) - 0.35)
        const t = (u * 0.9 + v * 0.5 - 0.52) / 0.2
        k += 0.014 * Math.exp(-t * t)
        const i = y * W + x
        this.c[0][i] = B[0] * k
        this.c[1][i] = B[1] * k * 1.0
        this.c[2][i] = B[2] * (k - 0.004)
      }
  }
  async raster(inner, ch = 1) {
    const { W, H } = this
    const b = await sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${W}" height="${H}"><rect width="100%" height="100%" fill="#000"/>${inner}</svg>`,
      ),
    )
      .removeAlpha()
      .raw()
      .toBuffer()
    const out = []
    for (let k = 0; k < ch; k++) {
      const f = new Float32Array(this.n)
      for (let i = 0; i < this.n; i++) f[i] = b[i * 3 + k] / 255
      out.push(f)
    }
    return ch === 1 ? out[0] : out
  }
  blur(src, r) {
    const { W, H } = this
    if (r < 0.5) return src.slice()
    const R = Math.max(1, Math.round(r * 0.95)),
      a = src.slice(),
      b = new Float32Array(this.n),
      w = 1 / (2 * R + 1)
    for (let k = 0; k < 3; k++) {
      for (let y = 0; y < H; y++) {
        let s = 0,
          o = y * W
        for (let x = -R; x <= R; x++) s += a[o + Math.min(W - 1, Math.max(0, x))]
        for (let x = 0; x < W; x++) {
          b[o + x] = s * w
          s += a[o + Math.min(W - 1, x + R + 1)] - a[o + Math.max(0, x - R)]
        }
      }
      for (let x = 0; x < W; x++) {
        let s = 0
        for (let y = -R; y <= R; y++) s += b[Math.min(H - 1, Math.max(0, y)) * W + x]
        for (let y = 0; y < H; y++) {
          a[y * W + x] = s * w
          s += b[Math.min(H - 1, y + R + 1) * W + x] - b[Math.max(0, y - R) * W + x]
        }
      }
    }
    return a
  }
  shade(al, dx, dy, r, k, tint = [0.62, 0.45, 0.42]) {
    const { W, H } = this,
      b = this.blur(al, r)
    dx |= 0
    dy |= 0
    for (let y = 0; y < H; y++)
      for (let x = 0; x < W; x++) {
        const sx = x < dx ? 0 : x - dx,
          sy = y < dy ? 0 : y - dy,
          s = b[sy * W + sx] * k
        if (s < 0.002) continue
        const i = y * W + x
        for (let q = 0; q < 3; q++) this.c[q][i] *= 1 - s * (1 - tint[q] * 0.38)
      }
  }
  async garment(parts, base, T) {
    // T: {s, x, y, rot}  garment space 800x1000 -> stage
    const { W, H } = this,
      s = T.s,
      ca = Math.cos(T.rot || 0),
      sa = Math.sin(T.rot || 0),
      sd = this.seed
    const f = ([x, y]) => {
      const X = x - 400 + 2.2 * Math.sin(y / 83 + sd) + 1.6 * Math.sin(x / 57 + sd * 2),
        Y = y - 500 + 2 * Math.sin(x / 71 + sd * 3)
      return [T.x + s * (X * ca - Y * sa), T.y + s * (X * sa + Y * ca)]
    }
    const P = (d) => mapPath(d, f),
      shape = (p, col = '#fff') =>
        p.stroke
          ? `<path d="${P(p.d)}" fill="none" stroke="${col}" stroke-width="${p.stroke * s}" stroke-linecap="${p.cap || 'butt'}" stroke-linejoin="round"/>`
          : `<path d="${P(p.d)}" fill="${col}" fill-rule="nonzero"/>`
    if (!T.noGround) {
      const all = await this.raster(
        parts
          .filter((p) => !p.noGround)
          .map((p) => shape(p, p.mat === 'lace' && !p.solid ? '#aaa' : '#fff'))
          .join(''),
      )
      this.shade(all, 20 * s, 34 * s, 34 * s, 0.2)
      this.shade(all, 8 * s, 13 * s, 12 * s, 0.26)
      this.shade(all, 2 * s, 4 * s, 3.5 * s, 0.26)
    }
    const Lx = -0.46,
      Ly = -0.6,
      Lz = 0.655,
      hx = -0.25,
      hy = -0.33,
      hz = 0.91
    for (const p of parts) {
      const M = MATERIALS[p.mat],
        mask = await this.raster(shape(p))
      let x0 = W,
        x1 = 0,
        y0 = H,
        y1 = 0
      for (let y = 0; y < H; y++)
        for (let x = 0; x < W; x++)
          if (mask[y * W + x] > 0.01) {
            if (x < x0) x0 = x
            if (x > x1) x1 = x
            if (y < y0) y0 = y
            if (y > y1) y1 = y
          }
      if (x0 > x1) continue
      const h = new Float32Array(this.n),
        [pr, pa] = p.puff || M.puff,
        add = (a, k) => {
          for (let i = 0; i < h.length; i++) h[i] += a[i] * k
        }
      if (pa) {
        add(this.blur(mask, pr * s * 1.15), pa * s * 0.82)
        add(this.blur(mask, pr * s * 0.3), pa * s * 0.13)
      }
      const groups = {}
      for (const [d, w, b, a] of p.folds || []) (groups[b] ||= []).push([d, w, a])
      for (const b in groups) {
        const [r, g] = await this.raster(
          groups[b]
            .map(
              ([d, w, a]) =>
                `<path d="${taper(d, w).map(P).join('')}" fill="${a > 0 ? '#f00' : '#0f0'}" fill-opacity="${Math.min(1, Math.abs(a) / 20)}"/>`,
            )
            .join(''),
          2,
        )
        add(this.blur(r, b * s), 20 * s)
        add(this.blur(g, b * s), -20 * s)
      }
      const line = async (ds, w, dash) =>
        this.raster(
          ds
            .map(
              (d) =>
                `<path d="${P(d)}" fill="none" stroke="#fff" stroke-width="${w * s}" ${dash ? `stroke-dasharray="${dash.map((v) => v * s)}" stroke-linecap="round"` : ''}/>`,
            )
            .join(''),
        )
      if (p.seams) add(this.blur(await line(p.seams, 2.4), 1.5 * s), -3.4 * s)
      let st = null
      if (p.stitch) {
        st = await line(p.stitch, 1.7, [6, 4])
        add(this.blur(st, 0.8 * s), 1.3 * s)
        add(this.blur(await line(p.stitch, 5), 2.4 * s), -1.7 * s)
      }
      let lace = null
      if (M.lace) {
        lace = await this.raster(
          `<defs>${laceTile(`translate(${T.x},${T.y}) rotate(${(T.rot || 0) * 57.2958 + (p.laceRot || 0)}) scale(${s * (p.laceScale || 0.62)})`)}</defs>` +
            shape(p, 'url(#lc)'),
        )
        const rim = this.blur(mask, 3.2 * s)
        for (let i = 0; i < this.n; i++) {
          const e = mask[i] * Math.max(0, 1 - (rim[i] - 0.5) * 3.2)
          lace[i] = Math.max(lace[i], Math.min(1, e * 1.2) * 0.9)
        }
        add(this.blur(lace, 0.7 * s), 1.5 * s)
      }
      const ph = p.und ?? M.und,
        ux = p.ux || 120,
        uy = p.uy || 190,
        ua = p.urot || 0
      const iv = (x, y) => {
        const X = (x - T.x) / s,
          Y = (y - T.y) / s
        return [X * ca + Y * sa + 400, -X * sa + Y * ca + 500]
      }
      const ct = Math.cos(ua),
        sn = Math.sin(ua),
        mar = 3
      for (let y = Math.max(0, y0 - mar); y <= Math.min(H - 1, y1 + mar); y++)
        for (let x = Math.max(0, x0 - mar); x <= Math.min(W - 1, x1 + mar); x++) {
          const [u, v] = iv(x, y),
            i = y * W + x
          let z = 0
          if (ph) {
            const a = (u * ct + v * sn) / ux,
              b = (-u * sn + v * ct) / uy,
              wp = valueNoise(a * 0.7, b * 0.7, sd + 9) * 0.9
            z += ph * (valueNoise(a + wp, b, sd) * 1.5 + valueNoise(a * 2.1 + 7 + wp, b * 1.8, sd + 3) * 0.55)
          }
          if (p.domes)
            for (const [cx, cy, rx, ry, am] of p.domes) {
              const q = ((u - cx) / rx) ** 2 + ((v - cy) / ry) ** 2
              if (q < 1) z += am * (1 - q) * (1 - q)
            }
          if (M.tex === 'rib') z += (p.ribA || 0.85) * Math.abs(Math.sin((Math.PI * u) / (p.ribW || 8)))
          if (M.tex === 'band') z += 0.28 * Math.sin(((p.bandV ? u : v) * Math.PI * 2) / 4.4)
          h[i] += z * s
        }
      const alpha = new Float32Array(this.n),
        tone = p.tone || 0,
        bc = p.color ? hexToRgb(p.color) : base,
        sh =
          tone < 0
            ? mix(
                bc,
                saturate(
                  bc.map((v, i) => v * [0.57, 0.52, 0.5][i]),
                  1.1,
                ),
                -tone,
              )
            : mix(bc, [255, 252, 250], tone),
        [D, B, Li] = ramp(sh),
        A = p.alpha ?? 1
      for (let i = 0; i < this.n; i++)
        alpha[i] = mask[i] * A * (lace ? (p.solid ? 1 : (p.sheer ?? 0.34) + (1 - (p.sheer ?? 0.34)) * lace[i]) : 1)
      if (!p.noShadow) {
        const l = (p.lift ?? 4) * s
        this.shade(alpha, l * 0.5, l * 0.8, l * 0.9, 0.34)
        this.shade(alpha, l * 0.15, l * 0.3, l * 0.3, 0.22)
      }
      const flatS = Math.pow(hz, M.p),
        Lb = luminance(sh),
        ks = M.ks * (Lb < 0.25 ? 0.5 + 2 * Lb : 1) * (Lb > 0.8 ? 0.6 : 1),
        kd = M.kd * (Lb < 0.25 ? 0.86 : 1)
      for (let y = y0; y <= y1; y++)
        for (let x = x0; x <= x1; x++) {
          const i = y * W + x,
            al = alpha[i]
          if (al < 0.004) continue
          const j = Math.min(H - 2, Math.max(1, y)) * W + Math.min(W - 2, Math.max(1, x))
          const dx = (h[j + 1] - h[j - 1]) * 0.5 * (p.relief || 1),
            dy = (h[j + W] - h[j - W]) * 0.5 * (p.relief || 1),
            il = 1 / Math.sqrt(dx * dx + dy * dy + 1 / (1.25 * 1.25)),
            nx = -dx * il,
            ny = -dy * il,
            nz = 0.8 * il
          let v = 0.5 + kd * 0.78 * (nx * Lx + ny * Ly + nz * Lz - Lz)
          const nh = nx * hx + ny * hy + nz * hz
          v += ks * (Math.pow(Math.max(0, nh), M.p) - flatS)
          const [u, w] = iv(x, y)
          let t = 0
          switch (M.tex) {
            case 'knit': {
              const q = u / 3.6,
                fr = Math.abs(q - Math.floor(q) - 0.5)
              t = 0.05 * Math.sin((w / 3.4 + fr * 1.7) * 6.283) * (0.5 + fr) + 0.04 * (fr - 0.25)
              break
            }
            case 'satin':
              t = 0.022 * (valueNoise(u * 0.9, w * 0.05, 3) - 0.5) + 0.012 * Math.sin((u + w * 0.45) * 3.1)
              break
            case 'weave':
              t =
                0.035 * Math.sin(u * 2.2) * Math.sin(w * 2.2) +
                0.05 * (valueNoise(u * 0.12, w * 1.1, 5) - 0.5) +
                0.05 * (valueNoise(u * 1.1, w * 0.12, 6) - 0.5)
              break
            case 'fine':
              t = 0.03 * Math.sin(u * 2.6) * Math.sin(w * 2.6)
              break
          }
          v += t * Math.min(1.5, Math.max(0.45, s))
          if (st) v += st[i] * 0.1
          if (lace) v += p.solid ? (lace[i] - 0.45) * (p.laceC || 0.24) : (lace[i] - 0.55) * 0.16
          if (p.print) v += 0
          v = Math.max(0, Math.min(1, v))
          let r, gg, b
          if (v < 0.5) {
            const k = v * 2
            r = D[0] + (B[0] - D[0]) * k
            gg = D[1] + (B[1] - D[1]) * k
            b = D[2] + (B[2] - D[2]) * k
          } else {
            const k = (v - 0.5) * 2
            r = B[0] + (Li[0] - B[0]) * k
            gg = B[1] + (Li[1] - B[1]) * k
            b = B[2] + (Li[2] - B[2]) * k
          }
          this.c[0][i] += (r - this.c[0][i]) * al
          this.c[1][i] += (gg - this.c[1][i]) * al
          this.c[2][i] += (b - this.c[2][i]) * al
        }
    }
  }
  sharp() {
    const b = Buffer.alloc(this.n * 3)
    for (let i = 0; i < this.n; i++)
      for (let q = 0; q < 3; q++) {
        const v = this.c[q][i]
        b[i * 3 + q] = v < 0 ? 0 : v > 255 ? 255 : (v + 0.5) | 0
      }
    return sharp(b, { raw: { width: this.W, height: this.H, channels: 3 } })
  }
}
