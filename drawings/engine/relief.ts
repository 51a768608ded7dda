import { MATERIALS } from './materials.ts'
import { valueNoise } from './noise.ts'
import type { Fold, Part } from './part.ts'
import { mapPath, taper, type Point } from './paths.ts'
import { tile } from './patterns.ts'
import type { Placement } from './placement.ts'
import { add, blur, rasterise, sample, type Frame, type Plane } from './raster.ts'

/** A part before it is dyed. All planes cover the part's frame. */
export interface Relief {
  mask: Plane
  height: Plane
  /** Threads of lace, or ink of a print: 0 to 1. */
  pattern: Plane | null
  stitches: Plane | null
}

/** A fold of this height is drawn fully opaque; the rest are drawn in proportion. */
const FULL_FOLD = 20
/** How far a pattern is displaced by a slope of one. */
const PATTERN_BEND = 7

/** Returns SVG for the shape of a part, placed in the picture. */
export function shapeOf(part: Part, placement: Placement, fill = '#fff'): string {
  const path = mapPath(part.path, placement.place)
  if (!part.stroke) return `<path d="${path}" fill="${fill}"/>`
  return `<path d="${path}" fill="none" stroke="${fill}" stroke-width="${part.stroke * placement.scale}" stroke-linecap="${part.cap ?? 'butt'}" stroke-linejoin="round"/>`
}

/** Makes the mask and the height map of a part: rounded edges, folds, seams, stitches, undulations, lace. */
export async function reliefOf(part: Part, placement: Placement, frame: Frame, seed: number): Promise<Relief> {
  const { scale, place } = placement
  const material = MATERIALS[part.material]
  const mask = await rasterise(frame, shapeOf(part, placement))
  const height = new Float32Array(mask.length)
  const [roundness, thickness] = part.edge ?? [material.roundness, material.thickness]
  const near = blur(mask, frame, roundness * scale * 1.15)
  add(height, near, thickness * scale * 0.82)
  add(height, blur(mask, frame, roundness * scale * 0.3), thickness * scale * 0.13)
  for (const softness of new Set(part.folds?.map((fold) => fold[2]))) {
    const folds = part.folds?.filter((fold) => fold[2] === softness) ?? []
    const [ridges, valleys] = await rasterise(frame, folds.map((fold) => foldShape(fold, place)).join(''), 2)
    add(height, blur(ridges, frame, softness * scale), FULL_FOLD * scale)
    add(height, blur(valleys, frame, softness * scale), -FULL_FOLD * scale)
  }
  const lines = (paths: string[], width: number, dashes = '') =>
    rasterise(
      frame,
      paths
        .map(
          (path) =>
            `<path d="${mapPath(path, place)}" fill="none" stroke="#fff" stroke-width="${width * scale}" ${dashes}/>`,
        )
        .join(''),
    )
  if (part.seams) add(height, blur(await lines(part.seams, 2.4), frame, 1.5 * scale), -3.4 * scale)
  let stitches: Plane | null = null
  if (part.stitches) {
    stitches = await lines(part.stitches, 1.5, `stroke-dasharray="${5 * scale},${4 * scale}" stroke-linecap="round"`)
    add(height, blur(stitches, frame, 0.8 * scale), 1.1 * scale)
    add(height, blur(await lines(part.stitches, 5), frame, 2.4 * scale), -1.7 * scale)
  }
  undulate(height, near, part, placement, frame, seed)
  const pattern = part.pattern ? await patternOf(part, placement, frame, height, mask) : null
  if (pattern && material.isLace) add(height, blur(pattern, frame, 0.7 * scale), 1.4 * scale)
  if (pattern && (part.pattern === 'pointelle' || part.pattern === 'openwork')) add(height, pattern, -2.4 * scale)
  return { mask, height, pattern, stitches }
}

const foldShape = ([path, width, , height]: Fold, place: (point: Point) => Point) =>
  `<path d="${mapPath(taper(path, width), place)}" fill="${height > 0 ? '#f00' : '#0f0'}" fill-opacity="${Math.min(1, Math.abs(height) / FULL_FOLD)}"/>`

function undulate(height: Plane, near: Plane, part: Part, { scale, inverse }: Placement, frame: Frame, seed: number) {
  const material = MATERIALS[part.material]
  const drape = part.drape ?? material.drape
  const [wide, long, turn = 0] = part.waves ?? [120, 190]
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  const rib = part.ribWidth ?? 8
  const domes = part.domes ?? []
  for (let y = 0; y < frame.height; y += 1)
    for (let x = 0; x < frame.width; x += 1) {
      const at = y * frame.width + x
      if (near[at]! < 0.001) continue
      const [px, py] = [frame.left + x, frame.top + y]
      const u = inverse.u0 + inverse.ux * px + inverse.uy * py
      const v = inverse.v0 + inverse.vx * px + inverse.vy * py
      let rise = 0
      if (drape) {
        const a = (u * cos + v * sin) / wide
        const b = (v * cos - u * sin) / long
        const warp = valueNoise(a * 0.7, b * 0.7, seed + 9) * 0.9
        rise += drape * (valueNoise(a + warp, b, seed) * 1.5 + valueNoise(a * 2.1 + 7 + warp, b * 1.8, seed + 3) * 0.55)
      }
      for (const [cx, cy, rx, ry, peak] of domes) {
        const far = ((u - cx) / rx) ** 2 + ((v - cy) / ry) ** 2
        if (far < 1) rise += peak * (1 - far) * (1 - far)
      }
      if (material.texture === 'rib') rise += 0.85 * Math.abs(Math.sin((Math.PI * u) / rib))
      if (material.texture === 'band') rise += 0.28 * Math.sin(((part.isCrosswise ? u : v) * Math.PI * 2) / 4.4)
      height[at]! += rise * scale
    }
}

/** Draws the pattern flat, then displaces it by the slope of the cloth, so that it follows the folds. */
async function patternOf(part: Part, placement: Placement, frame: Frame, height: Plane, mask: Plane): Promise<Plane> {
  const { scale, originX, originY, turn, inverse } = placement
  const size = scale * (part.patternScale ?? 0.62)
  const degrees = turn * (180 / Math.PI) + (part.patternTurn ?? 0)
  const { left, top, width } = frame
  const flat = await rasterise(
    frame,
    `${tile(part.pattern ?? 'jasmine', `translate(${originX},${originY}) rotate(${degrees}) scale(${size})`)}<rect x="${left}" y="${top}" width="${width}" height="${frame.height}" fill="url(#tile)"/>`,
  )
  const smooth = blur(height, frame, 3 * scale)
  const result = new Float32Array(flat.length)
  const sag = part.patternSag ?? 0
  for (let y = 1; y < frame.height - 1; y += 1)
    for (let x = 1; x < width - 1; x += 1) {
      const at = y * width + x
      if (mask[at]! < 0.01) continue
      const bendX = (smooth[at + 1]! - smooth[at - 1]!) * PATTERN_BEND * scale
      const bendY = (smooth[at + width]! - smooth[at - width]!) * PATTERN_BEND * scale
      const drop = sag ? sag * (inverse.u0 + inverse.ux * (left + x) + inverse.uy * (top + y)) ** 2 * scale : 0
      result[at] = sample(flat, frame, x + bendX, y + bendY + drop)
    }
  if (!MATERIALS[part.material].isLace) return result
  const rim = blur(mask, frame, 2.6 * scale)
  for (let at = 0; at < result.length; at += 1) {
    const edge = mask[at]! * Math.max(0, 1 - (rim[at]! - 0.5) * 3.2)
    result[at] = Math.max(result[at]!, Math.min(1, edge * 1.2) * 0.9)
  }
  return result
}
