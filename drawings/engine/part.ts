import { mapPath, mirror } from './paths.ts'
import type { MaterialName } from './materials.ts'
import type { PatternName } from './patterns.ts'

/** A line along which the cloth rises (positive height) or sinks: path, width, softness, height. */
export type Fold = [path: string, width: number, softness: number, height: number]

/** A round bulge: centre, radii, height. Only padded cups have any. */
export type Dome = [x: number, y: number, rx: number, ry: number, height: number]

/** One piece of a garment, in a space that is symmetric about x = 0. */
export interface Part {
  path: string
  material: MaterialName
  /** Width of a line; without it the path is filled. */
  stroke?: number
  cap?: 'round' | 'butt'
  /** A separate colour, if it isn't dyed with the garment. */
  color?: string
  /** Lighter (positive) or darker than the dye, between -1 and 1. */
  tone?: number
  /** Its height above what is beneath it. */
  lift?: number
  /** Roundness and thickness, if they differ from the material's. */
  edge?: [roundness: number, thickness: number]
  drape?: number
  /** Width, length and turn (radians) of the undulations. */
  waves?: [width: number, length: number, turn?: number]
  folds?: Fold[]
  domes?: Dome[]
  seams?: string[]
  stitches?: string[]
  /** The pattern of lace, or a print. */
  pattern?: PatternName
  patternScale?: number
  /** Turn of the pattern, in degrees. */
  patternTurn?: number
  /** How the pattern follows a hem that hangs lower in the middle: y offset for each unit of x². */
  patternSag?: number
  /** Opacity between the threads of lace; 1 for lace that is lined. */
  sheer?: number
  opacity?: number
  ribWidth?: number
  /** The grain of elastic runs along x. */
  isCrosswise?: boolean
  /** It lies on other parts, so it casts no shadow on the ground. */
  isTrim?: boolean
}

export const mirrored = (part: Part): Part => ({
  ...part,
  path: mirror(part.path),
  domes: part.domes?.map(([x, ...rest]) => [-x, ...rest]),
  folds: part.folds?.map(([path, ...rest]) => [mirror(path), ...rest]),
  seams: part.seams?.map(mirror),
  stitches: part.stitches?.map(mirror),
  patternTurn: part.patternTurn && -part.patternTurn,
  waves: part.waves && [part.waves[0], part.waves[1], -(part.waves[2] ?? 0)],
})

/** Returns a part of the right side and the same on the left. */
export const pair = (part: Part): Part[] => [mirrored(part), part]

/** Returns a part in another place. */
export function moved(part: Part, dx: number, dy: number): Part {
  const move = (path: string) => mapPath(path, ([x, y]) => [x + dx, y + dy])
  return {
    ...part,
    path: move(part.path),
    domes: part.domes?.map(([x, y, ...rest]) => [x + dx, y + dy, ...rest]),
    folds: part.folds?.map(([path, ...rest]) => [move(path), ...rest]),
    seams: part.seams?.map(move),
    stitches: part.stitches?.map(move),
  }
}
