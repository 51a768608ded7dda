import type { Part } from '../engine/part.ts'
import { type Cloth, dyed, stack } from './folded.ts'
import { bow } from './trims.ts'

/** A robe: folded square, collar crossed on top, tied with its belt. */
export function foldedRobe(cloth: Cloth, collar: Partial<Part>, hasBelt: boolean): Part[] {
  const lapel: Part = {
    ...dyed(cloth),
    path: 'M34,-250C58,-248 76,-242 84,-232C76,-120 20,0 -40,112L-88,112C-26,0 24,-140 34,-250Z',
    tone: 0.08,
    lift: 6,
    drape: 3,
    edge: [7, 7],
    isTrim: true,
    ...collar,
  }
  // The other lapel ends where the first one covers it.
  const left = {
    ...lapel,
    path: 'M-34,-250C-58,-248 -76,-242 -84,-232C-78,-150 -50,-70 -14,-2L20,-66C-14,-124 -30,-190 -34,-250Z',
    lift: 5,
  }
  const belt: Part = {
    ...dyed(cloth),
    path: 'M-226,92C-90,106 90,106 226,88L228,134C90,152 -90,152 -228,138Z',
    tone: 0.05,
    lift: 6,
    drape: 3,
    edge: [7, 8],
    isTrim: true,
  }
  const knot = bow(0, 116, 2.2, { material: cloth.cloth, tone: 0.05, drape: 3, lift: 7, edge: [8, 11] })
  return [...stack(cloth, 222, -250, 250), left, lapel, ...(hasBelt ? [belt, ...knot] : [])]
}
