import type { MaterialName } from '../engine/cloth.ts'
import type { Point } from '../engine/paths.ts'
import type { PatternName } from '../engine/patterns.ts'

export type PantyLace = 'top' | 'front' | 'sides' | 'yoke' | 'leg' | 'all'

/** The measures and trims of a pair of panties. */
export interface Panty {
  cloth: MaterialName
  pattern?: PatternName
  ribWidth?: number
  /** Half width at the waist, and y of its side end. The middle of the front lies `dip` lower. */
  waist: Point
  dip?: number
  /** Where the leg starts at the side, and where it ends at the gusset. */
  hip: Point
  gusset: Point
  /** How far the leg's edge is drawn in: 0 full cover, 1 cut high. */
  legCut: number
  /** y of the lowest point; for shorts, of the crotch between the legs. */
  bottom: number
  waistband: 'elastic' | 'sport' | 'covered' | 'bonded' | 'picot' | 'lace' | 'crossed'
  leg: 'bound' | 'bonded' | 'picot' | 'lace' | 'loose'
  lace?: PatternName
  laceAt?: PantyLace[]
  /** Lines that are sewn into the front. */
  seams?: 'gusset' | 'middle' | 'princess' | 'double-front' | 'sport' | 'none'
  trim?: 'bow' | 'buttons' | 'ribbon' | 'drawstring'
  seed?: number
}

export const dyed = ({ cloth, pattern, ribWidth }: Panty) => ({ material: cloth, pattern, patternScale: 1, ribWidth })
