import type { MaterialName } from '../engine/cloth.ts'
import type { PatternName } from '../engine/patterns.ts'
import type { SlipShape } from './slip-shape.ts'

export type LacePlace = 'edge' | 'cups' | 'bodice' | 'hem' | 'deep-hem' | 'panels' | 'waist' | 'yoke'

/** The measures and trims of a camisole or nightgown. */
export interface Slip extends SlipShape {
  cloth: MaterialName
  /** What is printed on the cloth or knitted into it. */
  pattern?: PatternName
  lace?: PatternName
  laceAt?: LacePlace[]
  /** How many long folds fall from the bust, and how deep they are. */
  folds?: [count: number, height: number]
  seam?: 'empire' | 'princess' | 'drop-waist' | 'gathered'
  trim?: 'bow' | 'buttons' | 'sash' | 'none'
  edge?: 'bound' | 'bonded'
  hardware?: boolean
  ribWidth?: number
  seed?: number
}
