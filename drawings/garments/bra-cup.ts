import type { Part } from '../engine/part.ts'
import { continued, offset, reversed, scallops } from '../engine/paths.ts'
import type { Bra } from './bra-design.ts'

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

/** Returns the right cup. */
export function cupOf(design: Bra): Part[] {
  const { cloth, pattern, apex, lace = 'jasmine', laceAt = [], seams = 'under', base = 724 } = design
  const { edge, cup, side, outer } = cupLines(design)
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
    sheer: 0.5,
    patternTurn: -20,
    isTrim: true,
  }
  const isSheer = laceAt.includes('all')
  const scalloped = scallops(edge, 18, -8)
  const rest = cup.slice(edge.length, -1)
  return [
    {
      material: cloth,
      pattern,
      patternScale: 0.9,
      path: cup,
      tone: isSheer ? -0.14 : 0,
      domes: [[128, 590, 120, 150]],
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
  ]
}
