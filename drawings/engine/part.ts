import { mirror } from './paths.ts'
import type { MaterialName } from './cloth.ts'
import type { PatternName } from './patterns.ts'

/** A line along which the cloth rises (positive height) or sinks: path, width, softness, height. */
export type Fold = [path: string, width: number, softness: number, height: number]

/** Where padding makes cloth round: centre and radii. Only padded cups have any. */
export type Dome = [x: number, y: number, rx: number, ry: number]

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
  folds?: Fold[]
  /** Padding below the cloth. */
  domes?: Dome[]
  seams?: string[]
  stitches?: string[]
  /** The pattern of lace, or a print. */
  pattern?: PatternName
  patternScale?: number
  /** Turn of the pattern, in degrees. */
  patternTurn?: number
  /** Opacity between the threads of lace; 1 for lace that is lined. */
  sheer?: number
  opacity?: number
  ribWidth?: number
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
})

/** Returns a part of the right side and the same on the left. */
export const pair = (part: Part): Part[] => [mirrored(part), part]
