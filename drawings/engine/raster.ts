import sharp from 'sharp'

/** A rectangle of the picture, in pixels. */
export interface Frame {
  left: number
  top: number
  width: number
  height: number
}

/** Values of a frame, row by row. */
export type Plane = Float32Array

/** Draws white SVG shapes on black and returns the red channel, or red and green, between 0 and 1. */
export async function rasterise(frame: Frame, shapes: string): Promise<Plane>
export async function rasterise(frame: Frame, shapes: string, channels: 2): Promise<[Plane, Plane]>
export async function rasterise(frame: Frame, shapes: string, channels = 1): Promise<Plane | [Plane, Plane]> {
  const { left, top, width, height } = frame
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"><rect x="${left}" y="${top}" width="${width}" height="${height}" fill="#000"/>${shapes}</svg>`
  const image = sharp(Buffer.from(svg))
  if (channels === 1) return shares(await image.extractChannel(0).raw().toBuffer())
  return [
    shares(await image.clone().extractChannel(0).raw().toBuffer()),
    shares(await image.extractChannel(1).raw().toBuffer()),
  ]
}

function shares(bytes: Uint8Array): Plane {
  const plane = new Float32Array(bytes.length)
  for (let at = 0; at < bytes.length; at += 1) plane[at] = bytes[at]! * (1 / 255)
  return plane
}

/** Blurs nearly like a Gaussian of about this radius in pixels: three box blurs, edges continued. */
export function blur(source: Plane, { width, height }: Frame, radius: number): Plane {
  if (radius < 0.5) return source.slice()
  const reach = Math.max(1, Math.round(radius * 0.95))
  const result = source.slice()
  const between = new Float32Array(source.length)
  for (let pass = 0; pass < 3; pass += 1) {
    blurRows(result, between, width, height, reach)
    blurColumns(between, result, width, height, reach)
  }
  return result
}

// Indices are within the planes by construction, so the inner loops of this folder use assertions.
function blurRows(from: Plane, to: Plane, width: number, height: number, reach: number) {
  const weight = 1 / (2 * reach + 1)
  const last = width - 1
  for (let start = 0; start < width * height; start += width) {
    let sum = 0
    for (let x = -reach; x <= reach; x += 1) sum += from[start + Math.min(last, Math.max(0, x))]!
    for (let x = 0; x < width; x += 1) {
      to[start + x] = sum * weight
      sum += from[start + Math.min(last, x + reach + 1)]! - from[start + Math.max(0, x - reach)]!
    }
  }
}

/** Runs along rows with one sum for each column, because iterating over columns would miss the CPU's cache. */
function blurColumns(from: Plane, to: Plane, width: number, height: number, reach: number) {
  const weight = 1 / (2 * reach + 1)
  const last = height - 1
  const sums = new Float32Array(width)
  for (let y = -reach; y <= reach; y += 1) {
    const row = Math.min(last, Math.max(0, y)) * width
    for (let x = 0; x < width; x += 1) sums[x]! += from[row + x]!
  }
  for (let y = 0; y < height; y += 1) {
    const entering = Math.min(last, y + reach + 1) * width
    const leaving = Math.max(0, y - reach) * width
    for (let x = 0; x < width; x += 1) {
      to[y * width + x] = sums[x]! * weight
      sums[x]! += from[entering + x]! - from[leaving + x]!
    }
  }
}

/** Adds one plane, times a factor, to another. */
export function add(to: Plane, from: Plane, factor: number) {
  for (let at = 0; at < to.length; at += 1) to[at]! += from[at]! * factor
}

/** Reads a plane between its pixels; beyond its edges the edge continues. */
export function sample(plane: Plane, { width, height }: Frame, x: number, y: number): number {
  const cx = Math.min(width - 1.001, Math.max(0, x))
  const cy = Math.min(height - 1.001, Math.max(0, y))
  const at = Math.floor(cy) * width + Math.floor(cx)
  const [u, v] = [cx - Math.floor(cx), cy - Math.floor(cy)]
  const above = plane[at]! * (1 - u) + plane[at + 1]! * u
  const below = plane[at + width]! * (1 - u) + plane[at + width + 1]! * u
  return above * (1 - v) + below * v
}
