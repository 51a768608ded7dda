import { pair, type Part } from '../engine/part.ts'
import { bothSides, symmetric } from '../engine/paths.ts'
import { cupLines } from './bra-cup.ts'
import type { Bra } from './bra-design.ts'
import { hooks, slider } from './trims.ts'

/** A bra from behind, closed: the cups' insides above, the band with its hooks in front. */
export function braBack(design: Bra): Part[] {
  const {
    cloth,
    pattern,
    apex,
    apexWidth = 30,
    strap,
    strapStyle = 'loop',
    lace = 'jasmine',
    laceAt = [],
    wing = 128,
    longline = 0,
  } = design
  const { cup } = cupLines(design)
  const [x, y] = [apex[0] + apexWidth / 2, apex[1]]
  const middle = 604 - wing * 0.42
  const bottom = 604 + wing * 0.42 + longline * 0.6
  const top = `M0,${middle}C70,${middle} 140,${middle - 10} 240,${middle - 48}C290,${middle - 64} 324,${middle - 66} 348,${middle - 54}`
  const foot = `C356,${(middle + bottom) / 2 - 26} 354,${bottom - 70} 348,${bottom - 40}C300,${bottom - 12} 160,${bottom} 0,${bottom}`
  const isLace = laceAt.includes('wing') || laceAt.includes('all')
  const line = (path: string): Part => ({
    path,
    stroke: strap,
    material: strap > 8 ? 'elastic' : 'ribbon',
    lift: 5,
    cap: 'round',
  })
  const backStraps: Record<string, Part[]> = {
    halter: pair(line(`M${x},${y + 14}C${x + 6},${y - 70} ${x - 50},${y - 160} 0,${y - 176}`)),
    crossed: pair(
      line(
        `M${x},${y + 14}C${x + 6},${y - 90} ${x - 20},${y - 160} ${x - 44},${y - 130}C${x - 110},${y - 20} -40,${middle - 80} -112,${middle + 2}`,
      ),
    ),
    none: [],
  }
  const standard = [
    ...pair(
      line(
        `M${x - 2},${y + 20}C${x + 6},${y - 74} ${x - 4},${y - 158} ${x - 32},${y - 190}C${x - 56},${y - 160} ${Math.min(x - 46, 150)},${y + 10} ${Math.min(x - 44, 146)},${middle - 2}`,
      ),
    ),
    ...pair(slider(Math.min(x - 45, 148), middle - 130, Math.max(7, strap))),
  ]
  return [
    ...pair({
      path: cup,
      material: cloth,
      tone: -0.42,
      lift: 6,
      drape: 3,
      domes: [[126, 560, 150, 170, -0.5 * design.padding]],
    }),
    ...(backStraps[strapStyle] ?? standard),
    {
      path: symmetric(top + foot),
      lift: 7,
      edge: [6, 6],
      drape: 3,
      folds: [
        ['M70,590C140,586 210,560 290,528M-70,590C-140,586 -210,560 -290,528', 14, 12, -5],
        ['M160,640C220,634 290,620 340,596M-160,640C-220,634 -290,620 -340,596', 12, 10, 5],
      ],
      stitches: isLace
        ? []
        : [
            bothSides(`M24,${middle + 12}C84,${middle + 11} 144,${middle} 242,${middle - 37}`),
            bothSides(`M24,${bottom - 11}C160,${bottom - 11} 290,${bottom - 22} 342,${bottom - 46}`),
          ],
      ...(isLace
        ? { material: 'lace' as const, pattern: lace, sheer: 0.8, tone: 0.02 }
        : { material: cloth === 'foam' ? ('microfibre' as const) : cloth, pattern, patternScale: 1 }),
    },
    ...hooks(middle, bottom),
  ]
}
