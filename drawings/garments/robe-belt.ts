import { mirrored, pair, type Part } from '../engine/part.ts'
import { continued, reversed, scallops, symmetric } from '../engine/paths.ts'
import { BELT, dyed, lacy, type Robe } from './robe-design.ts'
import { bow, IVORY, piping } from './trims.ts'

export function collar(design: Robe): Part[] {
  const shapes = {
    shawl: 'M52,120C74,124 86,132 92,146C88,250 52,380 12,512L-30,512C0,400 32,270 44,170C46,148 48,132 52,120Z',
    'wide-shawl':
      'M50,112C84,114 112,130 124,158C128,270 70,400 16,514L-34,514C0,400 34,280 44,176C46,150 46,130 50,112Z',
    band: 'M54,122C66,124 74,130 77,142C76,250 40,380 6,512L-24,512C6,400 38,270 49,170C51,148 52,134 54,122Z',
    notched:
      'M50,114C74,118 96,130 106,146C114,186 104,214 96,230L72,224L88,262C82,350 48,430 12,512L-30,512C0,400 32,270 44,170C46,148 48,132 50,114Z',
    lace: 'M50,114C80,116 102,132 112,156C114,262 64,390 14,514L-32,514C0,400 32,270 44,170C46,148 48,132 50,114Z',
  }
  const path = shapes[design.collar]
  const lined = collarCloth(design, path, 20)
  const outer = `M${path.slice(1).split('L')[0]}`
  const cord = design.isPiped ? [piping(outer, 3.4, IVORY)] : []
  return [...lined, ...cord, ...lined.map(mirrored), ...cord.map(mirrored)]
}

/** A collar's cloth, the same in front and behind. A collar of lace is lined. */
export const collarCloth = (design: Robe, path: string, patternTurn = 0): Part[] => [
  { ...dyed(design), path, tone: 0.1, isTrim: true },
  ...(design.collar === 'lace' ? [{ ...lacy(design), path, patternTurn }] : []),
]

export function trims(design: Robe): Part[] {
  const { length, hemHalf, laceAt = [], pockets } = design
  const hem = `M0,${length + 22}C${hemHalf * 0.3},${length + 22} ${hemHalf * 0.66},${length + 16} ${hemHalf},${length}`
  const pocket: Part = {
    ...dyed(design),
    path: `M74,${BELT + 92}L152,${BELT + 86}L160,${BELT + 184}C136,${BELT + 194} 104,${BELT + 196} 80,${BELT + 192}Z`,
    isTrim: true,
    stitches: [`M77,${BELT + 108}L154,${BELT + 102}`],
  }
  return [
    ...(laceAt.includes('hem')
      ? [
          {
            ...lacy(design),
            path: symmetric(
              `M0,${length - 40}C${hemHalf * 0.3},${length - 40} ${hemHalf * 0.66},${length - 48} ${hemHalf - 8},${length - 62}L${hemHalf},${length}${continued(reversed(scallops(hem, 22, 10)))}`,
            ),
            isTrim: false,
          },
        ]
      : []),
    ...(pockets ? pair(pocket) : []),
    ...(pockets && design.isPiped ? pair(piping(`M74,${BELT + 92}L152,${BELT + 86}`, 3.4, IVORY)) : []),
  ]
}

export function belt(design: Robe): Part[] {
  const base: Part = { path: '', material: design.cloth, tone: 0.04, isTrim: true }
  const height = { bow: 46, knot: 46, sash: 74, buttoned: 0 }[design.belt]
  if (!height)
    return [
      {
        path: `M-12,${BELT - 6}L-22,${design.length + 16}`,
        stroke: 3,
        material: design.cloth,
        tone: -0.35,
        isTrim: true,
      },
    ]
  const band: Part = {
    ...base,
    path: `M-180,${BELT - 20}C-110,${BELT - 4} -40,${BELT} 0,${BELT}C50,${BELT} 120,${BELT - 6} 180,${BELT - 22}C182,${BELT + height * 0.3} 182,${BELT + height * 0.6} 181,${BELT + height - 18}C120,${BELT + height - 2} 50,${BELT + height + 2} 0,${BELT + height + 2}C-50,${BELT + height + 2} -120,${BELT + height - 4} -180,${BELT + height - 16}Z`,
    folds: [
      [
        `M-160,${BELT + height * 0.4}C-80,${BELT + height * 0.6} 80,${BELT + height * 0.6} 170,${BELT + height * 0.3}`,
        6,
        5,
        -7,
      ],
    ],
  }
  const ends: Part[] = [
    {
      ...base,
      path: `M-4,${BELT + 36}C-20,${BELT + 110} -34,${BELT + 180} -48,${BELT + 260}L-16,${BELT + 272}C-4,${BELT + 190} 8,${BELT + 120} 16,${BELT + 44}Z`,
      folds: [[`M2,${BELT + 50}C-10,${BELT + 130} -20,${BELT + 190} -30,${BELT + 260}`, 6, 5, 7]],
    },
    {
      ...base,
      path: `M8,${BELT + 38}C30,${BELT + 110} 46,${BELT + 170} 54,${BELT + 228}L24,${BELT + 242}C18,${BELT + 180} 8,${BELT + 110} -2,${BELT + 48}Z`,
    },
  ]
  const knot = bow(2, BELT + height * 0.56, 2.1, {
    material: design.cloth,
    tone: 0.05,
  })
  return [band, ...ends, ...(design.belt === 'knot' ? knot.slice(2) : knot.slice(1))]
}
