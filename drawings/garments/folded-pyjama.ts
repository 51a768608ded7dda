import { moved, type Part } from '../engine/part.ts'
import { stack } from './folded.ts'
import { cord, type Pyjama } from './pyjama-design.ts'
import { shirtCollar } from './shirt-collar.ts'
import { button, IVORY, label } from './trims.ts'

/** A pyjama set: the trousers folded below, the shirt on top with its collar and first buttons. */
export function foldedPyjama(design: Pyjama): Part[] {
  const { cloth, pattern, piped, collar } = design
  const opening = collar === 'v-neck' ? 290 : collar === 'mandarin' || collar === 'round' ? 176 : 330
  const trousers = stack(design, 206, 300, 590).map((part) => moved(part, 12, 6))
  const [, , top] = stack(design, 190, 116, 540)
  const lines: Part[] = design.buttons
    ? [
        { path: `M1,${opening - 6}L1,536`, stroke: 3, material: cloth, tone: -0.35, lift: 2, isTrim: true },
        ...cord(design, `M24,${opening}L24,534`, 3.2),
        ...[40, 108, 176]
          .filter((down) => opening + down < 520)
          .map((down) => button(1, opening + down, 7.5, piped ?? IVORY)),
      ]
    : []
  const inside: Part = {
    path: `M-48,124C-20,118 20,118 48,124L0,${Math.max(190, opening - 20)}Z`,
    material: cloth,
    pattern,
    tone: -0.5,
    lift: 0,
    drape: 2,
    isTrim: true,
  }
  const pocket: Part[] = design.pockets
    ? [
        {
          path: 'M64,390L140,386L142,456C118,464 88,466 68,462Z',
          material: cloth,
          pattern,
          patternScale: 0.9,
          lift: 2.5,
          drape: 4,
          edge: [4, 5],
          isTrim: true,
        },
        ...cord(design, 'M64,392L140,388', 3.6),
      ]
    : []
  return [...trousers, ...(top ? [top] : []), inside, ...label(0, 132, 30), ...lines, ...shirtCollar(design), ...pocket]
}
