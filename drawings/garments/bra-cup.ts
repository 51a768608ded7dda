import type { Part } from '../engine/part.ts'
import { continued, offset, reversed, scallops } from '../engine/paths.ts'
import type { Bra } from './bra-design.ts'
import { strapOf } from './bra-straps.ts'
import { ring, slider } from './trims.ts'

/** The cup's outline and its lines. */
export function cupLines({ gore, goreWidth = 4, apex, apexWidth = 30, base = 724, neck }: Bra) {
  const [ax, ay] = apex
  const gx = goreWidth / 2
  const outer = ax + apexWidth
  const curves: Record<Bra['neck'], string> = {
    hollow: `C${gx + 48},${gore - 26} ${ax - 44},${ay + (gore - ay) * 0.48} ${ax},${ay}`,
    straight: `C${gx + 40},${gore - 50} ${ax - 50},${ay + 84} ${ax},${ay}`,
    full: `C${gx + 18},${gore - 70} ${ax - 74},${ay + 72} ${ax},${ay}`,
    flat: `C${gx + 50},${gore - 44} ${ax - 92},${ay + 46} ${ax},${ay}`,
    heart: `C${gx + 10},${gore - 46} ${gx + 60},${gore - 84} ${ax - 66},${ay + 56}C${ax - 34},${ay + 46} ${ax - 8},${ay + 26} ${ax},${ay}`,
  }
  const edge = `M${gx},${gore}${curves[neck]}`
  const side = `C${outer + 8},${ay + 50} ${246 - 14},${516 - 40} 246,516`
  const wire = `C${266},604 ${236},${base - 34} 160,${base}C96,${base + 24} 32,${base - 10} ${gx + 4},${Math.max(gore + 60, base - 78)}`
  return {
    edge,
    side,
    wire,
    outer,
    cup: `${edge}C${ax + 4},${ay - 13} ${outer - 4},${ay - 13} ${outer},${ay}${side}${wire}Z`,
  }
}

export function halfOf(design: Bra, pose: 'flat' | 'hung'): Part[] {
  const {
    cloth,
    pattern,
    apex,
    apexWidth = 30,
    strap,
    strapStyle = 'loop',
    padding,
    lace = 'jasmine',
    laceAt = [],
    seams = 'under',
    base = 724,
  } = design
  const { edge, cup, side, wire, outer } = cupLines(design)
  const [ax, ay] = apex
  const under = `M246,540C262,612 230,${base - 38} 158,${base - 8}C100,${base + 12} 36,${base - 18} 10,${base - 78}`
  const lines: Record<string, string[]> = {
    under: [under],
    cross: [
      under,
      `M${10},${base - 96}C80,${base - 140} 170,${base - 182} 246,${base - 188}`,
      `M128,${base - 134}C138,${base - 84} 148,${base - 40} 152,${base - 4}`,
    ],
    vertical: [under, `M${ax + 12},${ay + 10}C${ax - 8},${ay + 120} 136,${base - 120} 146,${base - 2}`],
    none: [],
  }
  const laced: Part = {
    path: '',
    material: 'lace',
    pattern: lace,
    tone: 0.08,
    lift: 2.5,
    sheer: 0.5,
    patternTurn: -20,
    isTrim: true,
    domes: [[132, 588, 150, 176, padding]],
  }
  const isSheer = laceAt.includes('all')
  const scalloped = scallops(edge, 18, -8)
  const rest = cup.slice(edge.length, -1)
  return [
    wingOf(design),
    ...strapOf(design, pose),
    {
      material: cloth,
      pattern,
      patternScale: 0.9,
      path: cup,
      lift: 8,
      drape: 3,
      tone: isSheer ? -0.14 : 0,
      domes: [[128, 578, 158, 190, padding]],
      edge: cloth === 'foam' ? [10, 9] : [7, 6],
      folds: padding > 40 ? [['M70,690C120,640 190,590 240,560', 40, 26, -3]] : [],
      seams: lines[seams],
      stitches: [
        ...(laceAt.length > 0 || cloth === 'microfibre' ? [] : [offset(edge, 11)]),
        ...(seams === 'none' ? [] : [offset(under, 10)]),
      ],
    },
    ...(isSheer ? [{ ...laced, path: `${scalloped}${rest}Z`, sheer: 0.42 }] : []),
    ...(laceAt.includes('upper')
      ? [
          {
            ...laced,
            path: `${scalloped}${`C${ax + 4},${ay - 13} ${outer - 4},${ay - 13} ${outer},${ay}`}${side}L244,548C170,566 80,${base - 124} 8,${base - 92}Z`,
          },
          {
            path: `M8,${base - 92}C80,${base - 124} 170,566 244,546`,
            stroke: 4,
            material: 'ribbon' as const,
            lift: 1.5,
            isTrim: true,
          },
        ]
      : []),
    ...(laceAt.includes('veil')
      ? [
          {
            ...laced,
            path: `${scalloped}L${ax - 4},${ay + 40}C${ax - 70},${ay + 150} 90,${base - 110} 12,${base - 70}Z`,
          },
        ]
      : []),
    ...(laceAt.includes('edge')
      ? [{ ...laced, path: `${scalloped}${continued(reversed(offset(edge, 34)))}Z`, patternScale: 0.5 }]
      : []),
    ...((strapStyle !== 'loop' && strapStyle !== 'double') || pose === 'hung' || strap > 14
      ? []
      : [ring(ax + apexWidth / 2, ay - 9, 6), slider(ax + apexWidth / 2 + 12, ay - 120, Math.max(7, strap))]),
    {
      path: wire ? `M354,556L344,${540 - (design.wing ?? 128) * 0.6}` : '',
      stroke: 7,
      material: 'satin',
      tone: 0.08,
      lift: 2,
      isTrim: true,
    },
  ]
}

const wingOf = ({ wing = 128, cloth, pattern, lace, laceAt }: Bra): Part => ({
  path: `M206,${572 - wing * 0.5}C262,${572 - wing * 0.52} 306,${562 - wing * 0.54} 344,${540 - wing * 0.6}C352,${544 - wing * 0.3} 356,${548 - wing * 0.1} 354,${556 + wing * 0.02}C316,${572 + wing * 0.2} 268,${580 + wing * 0.4} 206,${588 + wing * 0.5}Z`,
  lift: 4,
  edge: [5, 5],
  ...(laceAt?.includes('wing')
    ? { material: 'lace' as const, pattern: lace ?? ('jasmine' as const), sheer: 0.62, tone: -0.06 }
    : {
        material: cloth === 'foam' ? ('microfibre' as const) : cloth,
        pattern,
        patternScale: 1,
        tone: -0.16,
        drape: 3,
      }),
})
