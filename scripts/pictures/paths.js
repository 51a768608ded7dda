/** SVG paths as values (absolute M L C Q Z only): mirrored, offset, flattened, scalloped. */

const N = { M: 1, L: 1, C: 3, Q: 2, Z: 0 }
export function parsePath(d) {
  const out = []
  const t = d.match(/[MLCQZ]|-?[\d.]+/g)
  let c,
    i = 0
  while (i < t.length) {
    if (N[t[i]] !== undefined) c = t[i++]
    if (c === 'Z') {
      out.push(['Z'])
      continue
    }
    const p = []
    for (let k = 0; k < N[c]; k++) p.push([+t[i++], +t[i++]])
    out.push([c, p])
    if (c === 'M') c = 'L'
  }
  return out
}
export const writePath = (a) =>
  a.map(([c, p]) => c + (p ? p.map((q) => q[0].toFixed(1) + ',' + q[1].toFixed(1)).join(' ') : '')).join('')
export const mapPath = (d, f) => writePath(parsePath(d).map(([c, p]) => [c, p && p.map(f)]))
export const mirror = (d) => mapPath(d, ([x, y]) => [800 - x, y])
function reversePath(d) {
  const a = parsePath(d)
  const pts = a.map((s) => s[1][s[1].length - 1])
  let o = 'L' + pts[pts.length - 1].join(',')
  for (let i = a.length - 1; i > 0; i--) {
    const [c, p] = a[i],
      prev = pts[i - 1]
    o += c === 'L' ? `L${prev}` : c === 'Q' ? `Q${p[0]} ${prev}` : `C${p[1]} ${p[0]} ${prev}`
  }
  return o
}
export const symmetric = (d) => d + reversePath(mirror(d)) + 'Z' // right half, top-centre -> bottom-centre
export const mirroredLine = (d) => writePath([...parsePath(d)]) + ' ' + mirror(d) // an inner line on both sides
function flattenPath(d, n = 24) {
  const pts = []
  let cur
  for (const [c, p] of parsePath(d)) {
    if (c === 'Z') continue
    if (c === 'M' || c === 'L') {
      if (c === 'L')
        for (let i = 1; i <= n; i++)
          pts.push([cur[0] + ((p[0][0] - cur[0]) * i) / n, cur[1] + ((p[0][1] - cur[1]) * i) / n])
      else pts.push(p[0])
      cur = p[0]
    } else {
      const q =
        c === 'C'
          ? p
          : [
              [cur[0] + ((p[0][0] - cur[0]) * 2) / 3, cur[1] + ((p[0][1] - cur[1]) * 2) / 3],
              [p[1][0] + ((p[0][0] - p[1][0]) * 2) / 3, p[1][1] + ((p[0][1] - p[1][1]) * 2) / 3],
              p[1],
            ]
      for (let i = 1; i <= n; i++) {
        const t = i / n,
          s = 1 - t
        pts.push(
          [0, 1].map(
            (k) => s * s * s * cur[k] + 3 * s * s * t * q[0][k] + 3 * s * t * t * q[1][k] + t * t * t * q[2][k],
          ),
        )
      }
      cur = q[2]
    }
  }
  return pts
}
export function scallops(d, step, depth) {
  // scallops along an open path; positive depth = to the right of travel
  const P = flattenPath(d, 40),
    L = [0]
  for (let i = 1; i < P.length; i++) L.push(L[i - 1] + Math.hypot(P[i][0] - P[i - 1][0], P[i][1] - P[i - 1][1]))
  const T = L[L.length - 1],
    n = Math.max(1, Math.round(T / step)),
    at = (s) => {
      let i = 1
      while (i < P.length - 1 && L[i] < s) i++
      const t = (s - L[i - 1]) / (L[i] - L[i - 1] || 1)
      return [P[i - 1][0] + (P[i][0] - P[i - 1][0]) * t, P[i - 1][1] + (P[i][1] - P[i - 1][1]) * t]
    }
  let o = 'M' + P[0]
  for (let i = 0; i < n; i++) {
    const a = at((T * i) / n),
      b = at((T * (i + 1)) / n),
      dx = b[0] - a[0],
      dy = b[1] - a[1],
      l = Math.hypot(dx, dy) || 1,
      nx = (-dy / l) * depth,
      ny = (dx / l) * depth
    o += `C${a[0] + nx + dx * 0.08},${a[1] + ny + dy * 0.08} ${b[0] + nx - dx * 0.08},${b[1] + ny - dy * 0.08} ${b[0]},${b[1]}`
  }
  return o
}
export function offsetPath(d, k) {
  const P = flattenPath(d, 10)
  return (
    'M' +
    P.map((p, i) => {
      const a = P[Math.max(0, i - 1)],
        b = P[Math.min(P.length - 1, i + 1)],
        l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1
      return [(p[0] - ((b[1] - a[1]) / l) * k).toFixed(1), (p[1] + ((b[0] - a[0]) / l) * k).toFixed(1)]
    }).join('L')
  )
}

export const taper = (d, w) =>
  d.match(/M[^M]+/g).map((q) => {
    const P = flattenPath(q, 14),
      n = P.length - 1,
      A = [],
      B = []
    P.forEach((p, i) => {
      const a = P[Math.max(0, i - 1)],
        b = P[Math.min(n, i + 1)],
        l = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1,
        t = i / n,
        e = (x) => x * x * (3 - 2 * x),
        k = (w / 2) * (w < 8 ? 1 : 0.06 + 0.94 * e(Math.min(1, t / 0.5)) * e(Math.min(1, (1 - t) / 0.3))),
        x = (-(b[1] - a[1]) / l) * k,
        y = ((b[0] - a[0]) / l) * k
      A.push([p[0] + x, p[1] + y])
      B.unshift([p[0] - x, p[1] - y])
    })
    return 'M' + [...A, ...B].map((v) => v.map((z) => z.toFixed(1))).join('L') + 'Z'
  })
