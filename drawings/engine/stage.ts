import sharp from 'sharp'
import { dyeOf, luminance, shadowAndLight, toned, type Rgb } from './colour.ts'
import { MATERIALS } from './materials.ts'
import type { Part } from './part.ts'
import { frameOf, type Placement } from './placement.ts'
import { add, blur, rasterise, type Frame, type Plane } from './raster.ts'
import { reliefOf, shapeOf } from './relief.ts'
import { shine, texture } from './light.ts'

/** A picture in progress. Everything is drawn in all dyes together, because only the last step needs the colour. */
interface Canvas {
  dye: Rgb
  planes: [Plane, Plane, Plane]
}

/** How much shadows reduce red, green and blue; they are warm. */
const SHADOW_TINT: Rgb = [0.764, 0.829, 0.84]

export class Stage {
  readonly picture: Frame
  readonly #canvases: Canvas[]
  readonly #seed: number

  /** Draws a ground, evenly lit from the upper left, for each dye. */
  constructor(width: number, height: number, looks: { dye: Rgb; ground: Rgb }[], seed: number) {
    this.picture = { left: 0, top: 0, width, height }
    this.#seed = seed
    const light = new Float32Array(width * height)
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1) {
        const corner = Math.max(0, Math.hypot(x / width - 0.45, y / height - 0.42) - 0.35)
        light[y * width + x] = 1.035 - 0.0275 * (x / width) - 0.0375 * (y / height) - 0.05 * corner
      }
    const lit = (value: number) => light.map((share) => share * value)
    this.#canvases = looks.map(({ dye, ground: [red, green, blue] }) => ({
      dye,
      planes: [lit(red), lit(green), lit(blue)],
    }))
  }

  /** Draws a garment from its lowest part to its top one. `height` above the ground is 1 for lying garments, more for hanging ones. */
  async draw(parts: Part[], placement: Placement, height = 1) {
    await this.#castOnGround(parts, placement, height)
    for (const part of parts) await this.#drawPart(part, placement)
  }

  async #castOnGround(all: Part[], placement: Placement, height: number) {
    const parts = all.filter(({ isTrim }) => !isTrim)
    const { scale } = placement
    const frame = frameOf(parts, placement, 110 * scale * height, this.picture)
    if (!frame) return
    const shapes = parts.map((part) => shapeOf(part, placement, part.material === 'lace' ? '#aaa' : '#fff'))
    const shape = await rasterise(frame, shapes.join(''))
    this.#darken(shape, frame, [20 * scale * height, 34 * scale * height], 34 * scale * height, 0.2)
    this.#darken(shape, frame, [8 * scale * height, 13 * scale * height], 12 * scale * height, 0.24 / height)
    if (height === 1) this.#darken(shape, frame, [2 * scale, 4 * scale], 3.5 * scale, 0.26)
  }

  #darken(shape: Plane, frame: Frame, [dx, dy]: [number, number], radius: number, strength: number) {
    const soft = blur(shape, frame, radius)
    const [right, down] = [Math.trunc(dx), Math.trunc(dy)]
    for (let y = 0; y < frame.height; y += 1)
      for (let x = 0; x < frame.width; x += 1) {
        const shadow = soft[Math.max(0, y - down) * frame.width + Math.max(0, x - right)]! * strength
        if (shadow < 0.002) continue
        const at = (frame.top + y) * this.picture.width + frame.left + x
        for (const { planes } of this.#canvases)
          for (let place = 0; place < 3; place += 1) planes[place]![at]! *= 1 - shadow * SHADOW_TINT[place]!
      }
  }

  /** Darkens the ground below a part that lies `lift` above it: a wide soft shadow, and a narrow one at its edge. */
  #castShadow(cover: Plane, frame: Frame, lift: number) {
    this.#darken(cover, frame, [lift * 0.5, lift * 0.8], lift * 0.9, 0.3)
    this.#darken(cover, frame, [lift * 0.15, lift * 0.3], lift * 0.3, 0.2)
  }

  async #drawPart(part: Part, placement: Placement) {
    const { scale } = placement
    const material = MATERIALS[part.material]
    const lift = (part.lift ?? 4) * scale
    const frame = frameOf([part], placement, lift * 3 + 8, this.picture)
    if (!frame) return
    const relief = await reliefOf(part, placement, frame, this.#seed)
    const opacity = part.opacity ?? 1
    const sheer = material.isLace ? (part.sheer ?? 0.34) : 1
    const cover = relief.mask.slice()
    for (let at = 0; at < cover.length; at += 1)
      cover[at]! *= opacity * (relief.pattern && sheer < 1 ? sheer + (1 - sheer) * relief.pattern[at]! : 1)
    if (lift > 0) this.#castShadow(cover, frame, lift)
    const light = shine(relief.height, relief.mask, frame, material)
    const grain = texture(part, placement, frame, relief.mask)
    if (relief.stitches) add(grain, relief.stitches, 0.1)
    const looks = this.#canvases.map(({ dye, planes }) => ({ planes, ...lookOf(part, dye) }))
    const size = frame.width * frame.height
    for (let at = 0; at < size; at += 1) {
      const alpha = cover[at]!
      if (alpha < 0.004) continue
      const x = at % frame.width
      const target = (frame.top + (at - x) / frame.width) * this.picture.width + frame.left + x
      for (const look of looks) {
        let value = 0.5 + look.diffuse * light.diffuse[at]! + look.shine * light.shine[at]! + grain[at]!
        if (relief.pattern) value += (relief.pattern[at]! - look.patternMiddle) * look.patternContrast
        value = Math.max(0, Math.min(1, value))
        const share = value < 0.5 ? value * 2 : value * 2 - 1
        const from = value < 0.5 ? look.shadow : look.dye
        const to = value < 0.5 ? look.dye : look.light
        for (let place = 0; place < 3; place += 1) {
          const plane = look.planes[place]!
          const color = from[place]! + (to[place]! - from[place]!) * share
          plane[target]! += (color - plane[target]!) * alpha
        }
      }
    }
  }

  /** Returns the finished pictures, one for each dye. */
  pictures() {
    const { width, height } = this.picture
    return this.#canvases.map(({ planes }) => {
      const bytes = new Uint8ClampedArray(width * height * 3)
      for (let place = 0; place < 3; place += 1) {
        const plane = planes[place]!
        for (let at = 0; at < plane.length; at += 1) bytes[at * 3 + place] = plane[at]!
      }
      return sharp(bytes, { raw: { width, height, channels: 3 } })
    })
  }
}

/** How a part's cloth looks in one dye. Very dark and very light cloth shine less. */
function lookOf(part: Part, garmentDye: Rgb) {
  const material = MATERIALS[part.material]
  const dye = toned(part.color ? dyeOf(part.color) : garmentDye, part.tone ?? 0)
  const [shadow, light] = shadowAndLight(dye)
  const bright = luminance(dye)
  const { isLace } = material
  const isHole = part.pattern === 'pointelle' || part.pattern === 'openwork' || part.pattern === 'quilting'
  return {
    dye,
    shadow,
    light,
    diffuse: material.diffuse * (bright < 0.25 ? 0.86 : 1) * 0.78,
    shine: material.shine * (bright < 0.25 ? 0.5 + 2 * bright : 1) * (bright > 0.8 ? 0.6 : 1),
    patternMiddle: isLace ? 0.55 : 0,
    patternContrast:
      (part.tone ?? 0) < -0.4 && !isLace
        ? 0
        : isLace
          ? part.sheer === 1
            ? 0.3
            : 0.16
          : isHole
            ? -0.3
            : bright > 0.6
              ? -0.26
              : 0.34,
  }
}
