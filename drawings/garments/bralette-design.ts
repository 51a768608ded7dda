import type { MaterialName } from '../engine/cloth.ts'
import type { PatternName } from '../engine/patterns.ts'

/** The measures and trims of a bralette. */
export interface Bralette {
  cup: 'triangle' | 'round' | 'petal' | 'halter' | 'wide'
  /** y of the cups' upper ends. */
  apex?: number
  apexX?: number
  lace: PatternName
  /** The cups' lining: its cloth, and how visible it is. */
  lining: MaterialName
  linedBy: number
  /** Height of the band below the cups. */
  band: number
  bandEdge: 'scallops' | 'straight' | 'points'
  bandCloth?: 'lace' | 'satin' | 'elastic'
  strap: number
  strapStyle?: 'loop' | 'tie' | 'lace' | 'crossed'
  edge: 'scallops' | 'satin' | 'picot'
  seams?: 'vertical' | 'dart' | 'none'
  trim?: 'bow' | 'button' | 'none'
}
