export type Rgb = [number, number, number]

/** The specification's thirteen colour names as dyed cloth. Screen primaries would look like plastic. */
export const DYES: Record<string, string> = {
  Red: '#b5383f',
  Blue: '#5f82ad',
  Black: '#2b272c',
  Grey: '#9a9899',
  'Navy Blue': '#2c3655',
  Maroon: '#6e2338',
  Purple: '#7d5c88',
  'Lime Green': '#a9b98a',
  Yellow: '#e3c27c',
  Pink: '#dd9ea4',
  Beige: '#d3b8a0',
  Crimson: '#96283b',
  White: '#f7f4ef',
}

/** The ground below the cloth. A darker ground for white and lighter grounds for dark dyes keep the outline clear. */
const GROUNDS: Record<string, string> = {
  White: '#dccfc5',
  Black: '#efe7e0',
  'Navy Blue': '#efe7e0',
  'Lime Green': '#f0e9e0',
  Pink: '#f3e8e1',
  Crimson: '#f3e6df',
  Maroon: '#f3e6df',
  Red: '#f3e6df',
}
const DEFAULT_GROUND = '#efe6df'

export const groundOf = (dye: string): string => GROUNDS[dye] ?? DEFAULT_GROUND

/** Returns a dye by its name, or reads a hex value. Throws on any other text. */
export function dyeOf(name: string): Rgb {
  const hex = DYES[name] ?? name
  if (!/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`No such dye: ${name}`)
  return hexToRgb(hex)
}

const hexToRgb = (hex: string): Rgb => [channel(hex, 1), channel(hex, 3), channel(hex, 5)]
const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)

const each = (color: Rgb, change: (value: number, place: number) => number): Rgb => [
  change(color[0], 0),
  change(color[1], 1),
  change(color[2], 2),
]

export const blend = (from: Rgb, to: Rgb, share: number): Rgb =>
  each(from, (value, place) => value + ((to[place] ?? 0) - value) * share)

export const luminance = ([red, green, blue]: Rgb) => (red * 0.3 + green * 0.59 + blue * 0.11) / 255

function saturate(color: Rgb, factor: number): Rgb {
  const grey = luminance(color) * 255
  return each(color, (value) => Math.max(0, Math.min(255, grey + (value - grey) * factor)))
}

const scaled = (color: Rgb, by: Rgb): Rgb => each(color, (value, place) => value * (by[place] ?? 1))

/** Returns a lighter (positive) or darker (negative) tone of a dye, for double cloth or its inside. The inside of white is a warm grey. */
export function toned(color: Rgb, tone: number): Rgb {
  if (tone >= 0) return blend(color, [255, 252, 250], tone)
  const inside: Rgb = isWhite(color) ? [0.8, 0.765, 0.735] : [0.57, 0.52, 0.5]
  return blend(color, saturate(scaled(color, inside), 1.1), -tone)
}

const isWhite = (color: Rgb) => luminance(color) > 0.85
const isDark = (color: Rgb) => luminance(color) < 0.28

/** The second tone of a cloth, for folds that sink. */
export const shadeOf = (color: Rgb): Rgb =>
  isWhite(color)
    ? scaled(color, [0.89, 0.86, 0.84])
    : saturate(scaled(color, isDark(color) ? [0.72, 0.7, 0.72] : [0.85, 0.81, 0.82]), 1.05)

/** The lighter tone of a cloth, for folds that rise. */
export const tintOf = (color: Rgb): Rgb =>
  blend(color, [255, 250, 246], isWhite(color) ? 0.8 : isDark(color) ? 0.13 : 0.2)

/** The colour of outlines, seams and stitches: darker than the cloth; on very dark cloth, lighter. */
export const lineOf = (color: Rgb): Rgb =>
  isDark(color)
    ? blend(color, [255, 240, 234], 0.32)
    : saturate(scaled(color, isWhite(color) ? [0.68, 0.62, 0.58] : [0.62, 0.56, 0.57]), 1.05)

/** The net of lace. White lace needs a darker one, or its threads wouldn't be seen. */
export const veilOf = (color: Rgb): Rgb => (isWhite(color) ? blend(color, shadeOf(color), 0.45) : color)

/** The threads of lace are lighter than its net. */
export const threadOf = (color: Rgb): Rgb => blend(color, [255, 252, 250], isDark(color) ? 0.42 : 0.6)

/** What is printed on or knitted into a cloth is darker than it; on dark cloth, lighter. */
export const inkOf = (color: Rgb): Rgb =>
  luminance(color) > 0.55 ? saturate(scaled(color, [0.74, 0.68, 0.68]), 1.1) : blend(color, [255, 250, 246], 0.4)

export const hexOf = (color: Rgb): string =>
  `#${color.map((value) => Math.round(Math.min(255, value)).toString(16).padStart(2, '0')).join('')}`
