import { ribs } from './cloth.ts'
import { dyeOf, hexOf, inkOf, lineOf, luminance, shadeOf, threadOf, tintOf, toned, veilOf, type Rgb } from './colour.ts'
import type { Fold, Part } from './part.ts'
import { offset, reversed, taper } from './paths.ts'
import { tiles } from './patterns.ts'

/** A fold of this height is drawn at full strength; the rest in proportion. */
const FULL_FOLD = 16
/** Widths of lines in units of the garment's space. */
const OUTLINE = 1.7
const SEAM = 1.4
const STITCH = 1.5
const RIB = 1.2
/** Cloth darker than this is its own inside, where prints don't show. */
const INSIDE = -0.4
/** The least opacity of the veil below the threads of lace. */
const VEIL = 0.7

/** How far the layers of a fold reach beyond it, in shares of its softness. */
const LAYERS = [-0.8, -0.3, 0.2, 0.7, 1.2, 1.7]

/** The flat colours of one part in one dye. */
interface Colours {
  cloth: Rgb
  line: string
  shade: string
  tint: string
  /** How wide lines are. */
  pen: number
}

/** Draws a garment as SVG in its own space, from its lowest part to its top one. `id` keeps the garments of a picture apart. */
export const drawingOf = (parts: Part[], dye: Rgb, id: string, pen: number): string =>
  parts.map((part, place) => drawPart(part, dye, `${id}${place}`, pen)).join('')

/** Returns everything that lies on the ground, in black. */
export const silhouetteOf = (parts: Part[]): string =>
  parts
    .filter(({ isTrim }) => !isTrim)
    .map((part) => shape(part, '#000'))
    .join('')

/** Returns SVG of a part's shape: a filled path, or a line of the part's width. */
const shape = ({ path, stroke, cap = 'butt' }: Part, paint: string, opacity = 1): string =>
  stroke
    ? `<path d="${path}" fill="none" stroke="${paint}" stroke-width="${stroke}" stroke-linecap="${cap}" stroke-linejoin="round" stroke-opacity="${opacity}"/>`
    : `<path d="${path}" fill="${paint}" fill-opacity="${opacity}"/>`

const line = (path: string, color: string, width: number, more = ''): string =>
  `<path d="${path}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linejoin="round" ${more}/>`

function drawPart(part: Part, dye: Rgb, id: string, pen: number): string {
  const cloth = toned(part.color ? dyeOf(part.color) : dye, part.tone ?? 0)
  const colours = {
    cloth,
    line: hexOf(lineOf(cloth)),
    shade: hexOf(shadeOf(cloth)),
    tint: hexOf(tintOf(cloth)),
    pen,
  }
  const drawn = part.material === 'lace' ? lace(part, colours, id) : clothing(part, colours, id)
  return `<g opacity="${part.opacity ?? 1}">${drawn}</g>`
}

/** Threads on a veil that shows what is beneath. */
function lace(part: Part, colours: Colours, id: string): string {
  const { cloth, line: edge, pen } = colours
  return [
    shape(part, hexOf(veilOf(cloth)), Math.max(VEIL, part.sheer ?? 0)),
    within(part, id, tiles(`${id}p`, part, hexOf(threadOf(cloth))) + sewing(part, colours)),
    part.stroke ? '' : line(part.path, edge, OUTLINE * pen),
  ].join('')
}

/** Opaque cloth, and lines such as straps, which get an edge on both sides. */
function clothing(part: Part, colours: Colours, id: string): string {
  const { cloth, line: edge, pen } = colours
  const isCased = part.stroke && part.stroke > 3
  const inner = grain(part, colours, id) + padding(part, colours, id) + folds(part, colours) + sewing(part, colours)
  return [
    isCased ? shape({ ...part, stroke: part.stroke! + OUTLINE * 2 * pen }, edge) : '',
    shape(part, hexOf(cloth)),
    within(part, id, inner),
    part.stroke ? '' : line(part.path, edge, OUTLINE * pen),
  ].join('')
}

/** Clips SVG to a part. */
function within({ path, stroke }: Part, id: string, content: string): string {
  if (!content) return ''
  const area = stroke ? `${offset(path, stroke / 2)}${reversed(offset(path, -stroke / 2))}Z` : path
  return `<clipPath id="${id}c"><path d="${area}"/></clipPath><g clip-path="url(#${id}c)">${content}</g>`
}

/** Ribs and prints. */
function grain(part: Part, { cloth, shade, pen }: Colours, id: string): string {
  const isPrinted = part.pattern && (part.tone ?? 0) > INSIDE
  return [
    part.material === 'rib' ? line(ribs(part), shade, RIB * pen) : '',
    isPrinted ? `<g opacity=".75">${tiles(`${id}p`, part, hexOf(inkOf(cloth)))}</g>` : '',
  ].join('')
}

/** Padding is a soft light. */
const padding = ({ domes = [] }: Part, { tint }: Colours, id: string): string =>
  domes
    .map(
      ([x, y, rx, ry], place) =>
        `<radialGradient id="${id}d${place}"><stop stop-color="${tint}" stop-opacity=".8"/><stop offset="1" stop-color="${tint}" stop-opacity="0"/></radialGradient><ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="url(#${id}d${place})"/>`,
    )
    .join('')

/** Folds are shapes of a second tone: a valley is darker, a ridge lighter. Layers soften their edges, because a filter would take seconds. */
function folds({ folds: all = [] }: Part, { cloth, shade, tint }: Colours): string {
  const ridge = luminance(cloth) > 0.85 ? 1 : 0.7
  return all
    .map(([path, width, softness, height]: Fold) => {
      const strength = Math.min(1, Math.abs(height) / FULL_FOLD) * (height > 0 ? ridge : 0.9)
      const layers = LAYERS.map((share) => `<path d="${taper(path, Math.max(1, width + softness * share))}"/>`)
      return `<g fill="${height > 0 ? tint : shade}" fill-opacity="${(strength / LAYERS.length).toFixed(3)}">${layers.join('')}</g>`
    })
    .join('')
}

/** Seams are lines, stitches are dashes. */
const sewing = ({ seams = [], stitches = [] }: Part, { line: color, pen }: Colours): string =>
  seams.map((path) => line(path, color, SEAM * pen)).join('') +
  stitches.map((path) => line(path, color, STITCH * pen, 'stroke-dasharray="5,3.4" stroke-linecap="round"')).join('')
