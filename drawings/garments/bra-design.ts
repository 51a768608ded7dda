import type { MaterialName } from '../engine/cloth.ts'
import type { Point } from '../engine/paths.ts'
import type { PatternName } from '../engine/patterns.ts'

export type StrapStyle = 'loop' | 'halter' | 'crossed' | 'frilled' | 'double' | 'none'

/** The measures and trims of a bra. */
export interface Bra {
  cloth: MaterialName
  pattern?: PatternName
  /** y where the cups meet, and how far apart they are there. */
  gore: number
  goreWidth?: number
  /** Where the strap joins the cup, and how wide the cup ends there. */
  apex: Point
  apexWidth?: number
  /** Lowest y of the cups. */
  base?: number
  neck: 'hollow' | 'straight' | 'full' | 'flat' | 'heart'
  strap: number
  strapStyle?: StrapStyle
  /** Height of the band at the side, and of a longline below the cups. */
  wing?: number
  longline?: number
  lace?: PatternName
  laceAt?: ('upper' | 'all' | 'edge' | 'veil' | 'wing' | 'longline')[]
  seams?: 'under' | 'cross' | 'vertical' | 'none'
  trim?: 'bow' | 'large-bow' | 'drop' | 'none'
}
