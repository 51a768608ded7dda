import { pair, type Part } from '../engine/part.ts'
import { across, continued, scallops, symmetric } from '../engine/paths.ts'
import { cupLines } from './bralette-cup.ts'
import type { Bralette } from './bralette-design.ts'
import type { Straps } from './bra-straps.ts'
import { hooks, ring, slider } from './trims.ts'

/** Returns the straps: from the cups to the shoulders, and from there to the band. */
export function strapsOf(design: Bralette): Straps {
  const { strapStyle = 'loop', strap: width, apex = 336, apexX: x = 158, lace } = design
  const line = (path: string): Part =>
    strapStyle === 'lace'
      ? { path, stroke: 26, material: 'lace', pattern: lace, patternScale: 0.42, sheer: 0.7, tone: 0.05 }
      : { path, stroke: width, material: 'ribbon', cap: 'round' }
  if (strapStyle === 'tie')
    return {
      front: pair(line(`M${x - 12},${apex + 4}C${x - 6},${apex - 90} 96,${apex - 160} 6,${apex - 166}`)).concat(
        pair(line(`M2,${apex - 166}C40,${apex - 180} 60,${apex - 206} 46,${apex - 236}`)),
        bowLoops(apex - 166, width),
      ),
      back: [],
    }
  const shoulder = `${x - 20},${apex - 160}`
  const down =
    strapStyle === 'crossed'
      ? `M${shoulder}C${x - 66},${apex - 160} -60,470 -118,592`
      : `M${shoulder}C${x - 48},${apex - 160} 120,${apex - 20} 118,592`
  return {
    front: [
      line(`M${x + 1},${apex + 6}C${x + 8},${apex - 70} ${x + 10},${apex - 160} ${shoulder}`),
      ...(strapStyle === 'lace' ? [] : [slider(x + 6, apex - 76, 7), ring(x + 1, apex + 2, 6)]),
    ].flatMap(pair),
    back: pair(line(down)),
  }
}

const bowLoops = (y: number, width: number): Part[] =>
  pair({
    path: `M0,${y}C20,${y - 30} 54,${y - 22} 50,${y}C48,${y + 18} 22,${y + 14} 0,${y}`,
    stroke: width,
    material: 'ribbon',
    isTrim: true,
  })

function bandPart(
  { lace, band: height, bandEdge, bandCloth = 'lace' }: Bralette,
  top: string,
  half: number,
  up: number,
): Part {
  const foot = 616 + height - up
  const hem = `M${half},${foot - 20}C${half * 0.64},${foot} ${half * 0.32},${foot + 6} 0,${foot + 6}`
  const shaped =
    bandEdge === 'straight'
      ? hem
      : bandEdge === 'points'
        ? `M${half},${foot - 20}C${half * 0.64},${foot} ${half * 0.3},${foot + 4} 0,${foot + 46}`
        : scallops(hem, 20, 9)
  return {
    path: symmetric(`${top}${continued(shaped)}`),
    ...(bandCloth === 'lace'
      ? { material: 'lace' as const, pattern: lace, patternScale: 0.5, sheer: 0.56, tone: 0.03 }
      : { material: bandCloth, tone: -0.04 }),
  }
}

/** The band from one side around the back to the other, as it is seen from behind. */
export const backBand = (design: Bralette): Part => bandPart(design, 'M0,588C90,590 180,582 266,568', 270, 8)

const elasticAt = (path: string): Part => ({
  path: across(path),
  stroke: 7,
  material: 'elastic',
  isTrim: true,
})

export const frontBand = (design: Bralette): Part[] => [
  bandPart(design, 'M0,606C90,612 180,602 254,584', 258, 0),
  elasticAt('M0,616C90,617 180,608 256,591'),
]

export function braletteBack(design: Bralette): Part[] {
  const { inner, tip, outer } = cupLines(design)
  const straps = strapsOf(design)
  return [
    ...pair({ path: `${inner}${tip}${outer}C170,618 80,628 4,626Z`, material: design.lining, tone: -0.42 }),
    ...straps.front.map((part) => ({ ...part, tone: part.color ? 0 : -0.2 })),
    ...straps.back,
    backBand(design),
    elasticAt('M0,592C90,594 180,586 268,572'),
    ...hooks(588, 612 + design.band),
  ]
}
