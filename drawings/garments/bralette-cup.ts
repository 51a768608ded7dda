import type { Part } from '../engine/part.ts'
import { continued, scallops } from '../engine/paths.ts'
import { leaf } from '../engine/patterns.ts'
import type { Bralette } from './bralette-design.ts'

export function cupLines({ cup, apex = 336, apexX = 158 }: Bralette) {
  const a = apexX - 6
  const b = apexX + 8
  const outer = `C${b + 18},${apex + 90} ${b + 44},${apex + 180} 246,590`
  switch (cup) {
    case 'round':
      return {
        inner: `M4,596C40,566 ${a - 60},${apex + 150} ${a},${apex}`,
        tip: `L${b + 16},${apex}`,
        outer: `C${b + 22},${apex + 70} 232,${apex + 110} 250,590`,
      }
    case 'wide':
      return {
        inner: `M4,560C60,540 ${a - 50},${apex + 120} ${a - 6},${apex}`,
        tip: `L${b + 26},${apex}`,
        outer: `C${b + 30},${apex + 80} 236,${apex + 120} 256,590`,
      }
    case 'halter':
      return {
        inner: `M4,600C20,540 ${a - 76},${apex + 120} ${a - 20},${apex}`,
        tip: `L${b - 14},${apex}`,
        outer: `C${b + 40},${apex + 110} 236,${apex + 190} 250,590`,
      }
    case 'petal':
      return {
        inner: `M4,612C10,520 ${a - 90},${apex + 110} ${a},${apex}`,
        tip: `L${b},${apex}`,
        outer: `C${b + 74},${apex + 90} 266,${apex + 190} 240,590`,
      }
    default:
      return { inner: `M4,612C30,560 ${a - 42},${apex + 120} ${a},${apex}`, tip: `L${b},${apex}`, outer }
  }
}

export function cupOf(design: Bralette): Part[] {
  const { lace, lining, linedBy, edge, seams = 'none', apex = 336, apexX = 158, cup } = design
  const { inner, tip, outer } = cupLines(design)
  const foot = 'C170,618 80,628 4,626Z'
  const outerLine = `M${apexX + 8},${apex}${outer}`
  const edged =
    edge === 'scallops'
      ? `${scallops(inner, 17, -8)}${tip}${continued(scallops(outerLine, 17, -8)).replace(/^L[^C]*/, '')}`
      : `${inner}${tip}${outer}`
  const lines = {
    vertical: [`M${apexX},${apex + 16}C${apexX - 6},460 142,540 128,620`],
    dart: [`M118,622C124,590 130,560 140,524`, `M150,616C152,590 154,566 156,540`],
    none: [],
  }
  const bound =
    edge === 'satin'
      ? [inner, outerLine].map((line): Part => ({
          path: line,
          stroke: 11,
          material: 'satin',
          tone: -0.06,
          cap: 'round',
          isTrim: true,
        }))
      : edge === 'picot'
        ? [inner, outerLine].map((line): Part => ({
            path: scallops(line, 11, -6),
            stroke: 4,
            material: 'ribbon',
            isTrim: true,
          }))
        : []
  return [
    {
      path: `${inner}${tip}${outer}${foot}`,
      material: lining,
      opacity: linedBy,
      tone: -0.08,
    },
    {
      path: `${edged}${foot}`,
      material: 'lace',
      pattern: lace,
      tone: 0.06,
      sheer: 0.4,
      patternTurn: 16,
      seams: lines[seams],
      isTrim: true,
      folds: [['M40,600C90,560 140,520 190,560', 30, 20, 5]],
    },
    ...(cup === 'petal'
      ? [-2.36, -1.98, -1.6, -1.22, -0.84].map((angle): Part => ({
          path: leaf(128, 616, 196 - Math.abs(angle + 1.6) * 70, angle, 0.2),
          material: 'satin',
          opacity: 0.42,
          tone: 0.12,
          isTrim: true,
        }))
      : []),
    ...bound,
  ]
}
