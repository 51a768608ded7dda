import { moved, pair, type Part } from '../engine/part.ts'
import { across, continued, scallops, symmetric } from '../engine/paths.ts'
import { cupLines } from './bralette-cup.ts'
import type { Bralette } from './bralette-design.ts'
import { hooks, ring, slider } from './trims.ts'

export function strap(
  { strapStyle = 'loop', strap: width, apex = 336, apexX: x = 158, lace }: Bralette,
  pose: 'flat' | 'hung',
): Part[] {
  const line = (path: string): Part =>
    strapStyle === 'lace'
      ? { path, stroke: 26, material: 'lace', pattern: lace, patternScale: 0.42, sheer: 0.7, tone: 0.05, lift: 4 }
      : { path, stroke: width, material: 'ribbon', lift: 4, cap: 'round' }
  if (pose === 'hung')
    return [
      { ...line(`M${x + 18},${112 + x * 0.1}C${x + 40},260 264,420 262,600`), tone: -0.25 },
      line(`M${x + 1},${apex + 4}C${x},240 ${x + 10},160 ${x + 16},${112 + x * 0.1}`),
    ]
  if (strapStyle === 'tie')
    return [
      line(`M${x - 12},${apex + 4}C${x - 6},${apex - 110} 96,${apex - 190} 10,${apex - 196}`),
      line(`M10,${apex - 196}C50,${apex - 216} 74,${apex - 240} 58,${apex - 280}`),
      line(`M10,${apex - 196}C-40,${apex - 190} -60,${apex - 150} -44,${apex - 110}`),
    ]
  if (strapStyle === 'crossed')
    return [
      line(
        `M${x + 1},${apex + 6}C${x},${apex - 90} ${x - 40},${apex - 170} ${-x * 0.3},${apex - 150}C${-x - 60},${apex - 100} -282,${apex + 90} -276,590`,
      ),
    ]
  return [
    line(
      `M${x + 1},${apex + 6}C${x + 4},${apex - 70} ${x + 10},${apex - 140} ${x + 38},${apex - 168}C${x + 74},${apex - 196} 266,${apex - 140} 270,${apex - 60}C272,${apex + 40} 274,${apex + 140} 276,590`,
    ),
    ...(strapStyle === 'lace' ? [] : [slider(x + 8, apex - 96, 7), ring(x + 1, apex + 2, 6)]),
  ]
}

function bandPart(
  { lace, band: height, bandEdge, bandCloth = 'lace' }: Bralette,
  top: string,
  half: number,
  lift: number,
): Part {
  const foot = 616 + height - lift
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
      ? { material: 'lace' as const, pattern: lace, patternScale: 0.5, sheer: 0.56, tone: 0.03, patternSag: 0.0003 }
      : { material: bandCloth, isCrosswise: true, drape: 3, tone: -0.04 }),
    lift: 5,
    edge: [5, 4],
  }
}

export function band(design: Bralette, _face: 'front'): Part[] {
  const wing = { ...bandPart(design, 'M0,606C90,612 200,604 330,564', 332, 14), tone: -0.1 }
  return [
    wing,
    bandPart(design, 'M0,606C90,612 180,602 254,584', 258, 0),
    {
      path: across('M0,616C90,617 180,608 256,591'),
      stroke: 7,
      material: 'elastic',
      isCrosswise: true,
      lift: 2,
      isTrim: true,
    },
  ]
}

export function foldedBand(design: Bralette): Part[] {
  const part = bandPart(design, 'M0,600C60,602 90,600 132,596', 134, 2)
  return [moved(part, 124, 8)]
}

export function back(design: Bralette): Part[] {
  const { inner, tip, outer } = cupLines(design)
  const { strap: width, strapStyle = 'loop', apex = 336, apexX: x = 158, band: height, lining } = design
  const line = (path: string): Part => ({
    path,
    stroke: strapStyle === 'lace' ? 14 : width,
    material: 'ribbon',
    lift: 5,
    cap: 'round',
  })
  const shapes: Record<string, Part[]> = {
    tie: strap(design, 'flat'),
    crossed: [
      line(
        `M${x},${apex + 8}C${x + 8},${apex - 90} ${x - 20},${apex - 160} ${x - 44},${apex - 130}C40,${apex} -80,480 -118,588`,
      ),
    ],
  }
  const standard = [
    line(
      `M${x},${apex + 8}C${x + 12},${apex - 70} ${x + 6},${apex - 136} ${x - 22},${apex - 164}C${x - 46},${apex - 120} ${x - 42},${apex + 60} 118,588`,
    ),
    ring(118, 590, 6),
    slider(117, 460, 7),
  ]
  return [
    ...pair({ path: `${inner}${tip}${outer}C170,618 80,628 4,626Z`, material: lining, tone: -0.42, lift: 6, drape: 4 }),
    ...(shapes[strapStyle] ?? standard).flatMap(pair),
    bandPart(design, 'M0,588C90,590 190,578 290,560', 300, 14),
    {
      path: across('M0,590C90,592 190,582 292,564'),
      stroke: 8,
      material: 'elastic',
      isCrosswise: true,
      lift: 2,
      isTrim: true,
    },
    ...hooks(586, Math.min(690, 600 + height)),
  ]
}
