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

export const groundOf = (dye: string) => hexToRgb(GROUNDS[dye] ?? DEFAULT_GROUND)

/** Returns a dye by its name, or reads a hex value. Throws on any other text. */
export function dyeOf(name: string): Rgb {
  const hex = DYES[name] ?? name
  if (!/^#[0-9a-f]{6}$/.test(hex)) throw new Error(`No such dye: ${name}`)
  return hexToRgb(hex)
}

export const hexToRgb = (hex: string): Rgb => [channel(hex, 1), channel(hex, 3), channel(hex, 5)]
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

/** Returns a lighter (positive) or darker (negative) tone of a dye, for double cloth or its inside. */
export function toned(color: Rgb, tone: number): Rgb {
  if (tone >= 0) return blend(color, [255, 252, 250], tone)
  return blend(color, saturate(scaled(color, [0.57, 0.52, 0.5]), 1.1), -tone)
}

/** Returns a dye in deep shadow and in full light. Light cloth keeps light shadows, because grey folds make white look dirty. */
export function shadowAndLight(color: Rgb): [shadow: Rgb, light: Rgb] {
  const bright = luminance(color)
  const depth = bright > 0.85 ? 0.72 : 0.45 + 0.2 * bright
  const warmth: Rgb = bright > 0.85 ? [1.02, 0.985, 0.955] : [1.04, 0.97, 1]
  const shadow = saturate(
    scaled(
      color,
      each(warmth, (value) => value * depth),
    ),
    1.12,
  )
  const share = bright < 0.2 ? 0.42 : bright > 0.8 ? 0.85 : 0.62
  return [shadow, blend(color, [255, 250, 246], share)]
}
