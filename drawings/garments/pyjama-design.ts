import type { MaterialName } from '../engine/cloth.ts'
import type { Part } from '../engine/part.ts'
import type { PatternName } from '../engine/patterns.ts'
import type { Sleeve } from './sleeve.ts'
import { piping } from './trims.ts'

export type Collar = 'notched' | 'pointed' | 'round' | 'mandarin' | 'shawl' | 'v-neck'

/** The measures and trims of a pyjama set. */
export interface Pyjama {
  cloth: MaterialName
  pattern?: PatternName
  sleeve: Sleeve
  collar: Collar
  /** y of the shirt's hem, and half its width. */
  shirt: [length: number, half: number]
  /** y of the trousers' foot, and the leg's outer and inner edge there. */
  trousers: [length: number, outer: number, inner: number]
  pockets: 0 | 1 | 2
  /** Colour of the piping; undefined is the garment's own, null none. */
  piped?: string | null
  buttons: number
  lace?: PatternName
  laceAt?: ('cuffs' | 'feet')[]
  isDrawn?: boolean
  folds?: number
  seed?: number
}

export const dyed = ({ cloth, pattern }: Pyjama) => ({ material: cloth, pattern, patternScale: 0.9 })

/** Returns the piping along a line, if the set is piped. */
export const cord = ({ piped }: Pyjama, path: string, width = 3.6): Part[] =>
  piped === null ? [] : [piping(path, width, piped)]
