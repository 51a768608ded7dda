import type { MaterialName } from '../engine/cloth.ts'
import type { Point } from '../engine/paths.ts'
import type { PatternName } from '../engine/patterns.ts'

/** The measures and trims of a sports bra. */
export interface SportsBra {
  cloth: MaterialName
  pattern?: PatternName
  ribWidth?: number
  neck: 'scoop' | 'v' | 'high' | 'square' | 'sweetheart'
  /** y of the neckline's middle. */
  neckDepth: number
  /** The shoulder's inner and outer end, and its y. */
  shoulder: [inner: number, outer: number, y: number]
  underarm?: Point
  /** y where the cloth meets the band, and the band's height. */
  bottom: number
  band: number
  bandMaterial?: MaterialName
  back: 'racer' | 'cross' | 'keyhole' | 'full' | 'low' | 'mesh'
  seams?: 'princess' | 'cups' | 'yoke' | 'none'
  trim?: 'zip' | 'label' | 'contrast' | 'none'
  isPadded?: true
}

export const dyed = ({ cloth, pattern, ribWidth }: SportsBra) => ({
  material: cloth,
  pattern,
  patternScale: 0.9,
  ribWidth,
})
