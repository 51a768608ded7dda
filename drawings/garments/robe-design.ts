import type { MaterialName } from '../engine/cloth.ts'
import type { Part } from '../engine/part.ts'
import type { PatternName } from '../engine/patterns.ts'
import type { Sleeve } from './sleeve.ts'

/** The measures and trims of a robe. */
export interface Robe {
  cloth: MaterialName
  pattern?: PatternName
  /** y of the hem, and half its width. */
  length: number
  hemHalf: number
  sleeve: Sleeve
  collar: 'shawl' | 'wide-shawl' | 'band' | 'notched' | 'lace'
  belt: 'bow' | 'knot' | 'sash' | 'buttoned'
  lace?: PatternName
  laceAt?: ('cuffs' | 'hem' | 'cape')[]
  isPiped?: boolean
  pockets?: boolean
  folds?: [count: number, height: number]
  seed?: number
}

/** y of the belt. */
export const BELT = 512

export const dyed = ({ cloth, pattern }: Robe) => ({ material: cloth, pattern, patternScale: 1 })

export const lacy = ({ lace = 'jasmine' }: Robe): Part => ({
  path: '',
  material: 'lace',
  pattern: lace,
  tone: 0.18,
  sheer: 0.55,
  isTrim: true,
})
