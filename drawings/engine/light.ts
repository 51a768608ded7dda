import { MATERIALS, type Material } from './materials.ts'
import { valueNoise } from './noise.ts'
import type { Part } from './part.ts'
import type { Placement } from './placement.ts'
import type { Frame, Plane } from './raster.ts'

/** The direction of the light (upper left, towards the viewer), and the half vector between it and the viewer. */
const LIGHT = { x: -0.46, y: -0.6, z: 0.655 }
const HALFWAY = { x: -0.25, y: -0.33, z: 0.91 }

/** Lights a height map: how much lighter or darker than flat cloth each pixel is, and its specular highlight. */
export function shine(
  height: Plane,
  mask: Plane,
  frame: Frame,
  { sharpness }: Material,
): { diffuse: Plane; shine: Plane } {
  const { width } = frame
  const diffuse = new Float32Array(height.length)
  const shine = new Float32Array(height.length)
  const flat = HALFWAY.z ** sharpness
  for (let y = 0; y < frame.height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = y * width + x
      if (mask[at]! < 0.004) continue
      const inner = Math.min(frame.height - 2, Math.max(1, y)) * width + Math.min(width - 2, Math.max(1, x))
      const dx = (height[inner + 1]! - height[inner - 1]!) * 0.5
      const dy = (height[inner + width]! - height[inner - width]!) * 0.5
      const length = 1 / Math.sqrt(dx * dx + dy * dy + 0.64)
      const nx = -dx * length
      const ny = -dy * length
      const nz = 0.8 * length
      diffuse[at] = nx * LIGHT.x + ny * LIGHT.y + nz * LIGHT.z - LIGHT.z
      shine[at] = Math.max(0, nx * HALFWAY.x + ny * HALFWAY.y + nz * HALFWAY.z) ** sharpness - flat
    }
  return { diffuse, shine }
}

/** Returns the grain of the cloth. It fades out where a pixel is larger than a thread, to avoid noise in small pictures. */
export function texture(part: Part, { scale, inverse }: Placement, frame: Frame, mask: Plane): Plane {
  const kind = MATERIALS[part.material].texture
  const grain = new Float32Array(frame.width * frame.height)
  const strength = scale < 0.6 ? 0 : Math.min(1.5, scale)
  if (kind === 'plain' || kind === 'rib' || kind === 'band' || strength === 0) return grain
  const grainOf = GRAINS[kind]
  for (let y = 0; y < frame.height; y += 1)
    for (let x = 0; x < frame.width; x += 1) {
      const at = y * frame.width + x
      if (mask[at]! < 0.004) continue
      const [px, py] = [frame.left + x, frame.top + y]
      const u = inverse.u0 + inverse.ux * px + inverse.uy * py
      const v = inverse.v0 + inverse.vx * px + inverse.vy * py
      grain[at] = grainOf(u, v) * strength
    }
  return grain
}

const GRAINS = {
  knit: (u: number, v: number) => {
    const column = u / 3.6
    const across = Math.abs(column - Math.floor(column) - 0.5)
    return 0.05 * Math.sin((v / 3.4 + across * 1.7) * 2 * Math.PI) * (0.5 + across) + 0.04 * (across - 0.25)
  },
  satin: (u: number, v: number) =>
    0.022 * (valueNoise(u * 0.9, v * 0.05, 3) - 0.5) + 0.012 * Math.sin((u + v * 0.45) * 3.1),
  weave: (u: number, v: number) =>
    0.035 * Math.sin(u * 2.2) * Math.sin(v * 2.2) +
    0.05 * (valueNoise(u * 0.12, v * 1.1, 5) - 0.5) +
    0.05 * (valueNoise(u * 1.1, v * 0.12, 6) - 0.5),
  fine: (u: number, v: number) => 0.03 * Math.sin(u * 2.6) * Math.sin(v * 2.6),
}
