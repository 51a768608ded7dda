import { pair, type Part } from '../engine/part.ts'
import { bothSides, offset, reversed, scallops, symmetric } from '../engine/paths.ts'
import { drapes } from './folds.ts'
import { cord, dyed, type Pyjama } from './pyjama-design.ts'
import { bow, IVORY } from './trims.ts'

export function trousers(design: Pyjama): Part[] {
  const {
    trousers: [length, outer, inner],
    shirt: [hem],
    folds = 6,
    seed = 1,
    laceAt,
    lace = 'garland',
  } = design
  const top = hem - 110
  const crotch = Math.min(length - 44, hem + 92)
  const foot = `M${outer},${length}C${outer * 0.76},${length + 14} ${inner + (outer - inner) * 0.4},${length + 18} ${inner},${length + 16}`
  return [
    {
      ...dyed(design),
      path: symmetric(
        `M0,${top}L126,${top}C150,${hem + 30} ${outer - 8},${length - 150} ${outer},${length}${foot.replace(/^M[^C]*/, '')}C${inner - 4},${length - 110} ${inner * 0.5},${crotch + 90} 0,${crotch}`,
      ),
      folds: [
        ...drapes({
          top: hem - 10,
          bottom: length,
          topHalf: 124,
          bottomHalf: outer,
          count: folds,
          height: 10,
          seed: seed + 2,
        }),
        [
          `M4,${crotch - 2}C44,${crotch - 28} 84,${crotch - 40} 132,${crotch - 42}M-4,${crotch - 2}C-40,${crotch - 28} -80,${crotch - 40} -130,${crotch - 42}`,
          12,
          11,
          -8,
        ],
      ],
      seams: [`M0,${hem}L0,${crotch}`],
      stitches: design.piped === null ? [bothSides(offset(foot, -14))] : [],
    },
    ...pair(
      cord(design, offset(foot, 22), 4)[0] ?? {
        path: offset(foot, 22),
        stroke: 1.6,
        material: design.cloth,
        tone: -0.2,
        isTrim: true,
      },
    ),
    ...(laceAt?.includes('feet')
      ? pair({
          path: `${offset(foot, 30)}${reversed(scallops(foot, 20, -10))}Z`,
          material: 'lace',
          pattern: lace,
          patternScale: 0.5,
          tone: 0.2,
          sheer: 0.55,
          isTrim: true,
        })
      : []),
    ...(design.isDrawn ? bow(0, hem + 34, 1.2, { material: 'ribbon', color: design.piped ?? IVORY }) : []),
  ]
}
