import { pair, type Part } from '../engine/part.ts'
import { continued, flatten, offset, reversed, scallops, symmetric } from '../engine/paths.ts'
import type { LacePlace, Slip } from './slip-design.ts'
import { shapeSlip } from './slip-shape.ts'

/** Returns the lace of a camisole or nightgown, for one side. */
export function slipLace(design: Slip, side: 'front' | 'back'): Part[] {
  const isFront = side === 'front'
  return (design.laceAt ?? []).flatMap((place) => {
    switch (place) {
      case 'hem':
        return hem(design, 74)
      case 'deep-hem':
        return hem(design, 150)
      case 'waist':
        return band(design)
      case 'panels':
        return panels(design)
      default:
        return isFront ? bust(design, place) : backEdge(design)
    }
  })
}

const base = ({ lace = 'jasmine' }: Slip): Part => ({
  path: '',
  material: 'lace',
  pattern: lace,
  tone: 0.2,
  sheer: 0.5,
  isTrim: true,
})

function hem(design: Slip, height: number): Part[] {
  const { hemHalf, length, sideAt, hemLine } = shapeSlip(design)
  const top = hemLine(height)
  const bottom = hemLine(0)
  const [x, y] = flatten(top).at(-1) ?? [hemHalf, length]
  const edge = scallops(bottom, 21, 10)
  return [
    {
      ...base(design),
      path: symmetric(`${top}L${Math.max(x, sideAt(y)) + 2},${y}L${hemHalf + 2},${length}${continued(reversed(edge))}`),
      isTrim: false,
    },
  ]
}

function band(design: Slip): Part[] {
  const { seamY, sideAt } = shapeSlip(design)
  const [top, bottom] = [seamY - 22, seamY + 30]
  return [
    {
      ...base(design),
      path: symmetric(
        `${scallops(`M0,${top + 8}C60,${top + 8} 120,${top + 4} ${sideAt(top) + 1},${top - 4}`, 18, -6)}L${sideAt(bottom) + 1},${bottom - 4}${continued(scallops(`M${sideAt(bottom)},${bottom - 4}C120,${bottom + 4} 60,${bottom + 8} 0,${bottom + 8}`, 18, -6))}`,
      ),
      patternScale: 0.5,
    },
  ]
}

function panels(design: Slip): Part[] {
  const { underarm, waist, sideAt, length } = shapeSlip(design)
  const [x, y] = underarm
  const foot = length - 4
  return pair({
    ...base(design),
    path: `M${x},${y}L${sideAt(y + 80)},${y + 80}L${sideAt(y + 190)},${y + 190}L${sideAt((y + foot) / 2)},${(y + foot) / 2}L${sideAt(foot)},${foot}L${sideAt(foot) - 46},${foot + 14}C${waist - 66},${(y + foot) / 2} ${waist - 76},${y + 120} ${x - 22},${y - 18}Z`,
    isTrim: true,
    tone: 0.14,
  })
}

/** Lace at the neckline: a narrow edge, the cups, or the whole bodice down to the seam. */
function bust(design: Slip, place: LacePlace): Part[] {
  const { neck, armhole, underarm, seamY, strapX, peak, neckDepth, sideAt } = shapeSlip(design)
  const edged = scallops(neck, 17, -8)
  if (place === 'edge') {
    const inner = flatten(offset(neck, 34), 1).filter(([x]) => x >= 0 && x < strapX + 4)
    const line = `M0,${neckDepth + 40}L${inner.map((point) => point.join(',')).join('L')}`
    return pair({
      ...base(design),
      path: `${edged}L${strapX + 7},${peak}${reversed(line)}Z`,
      patternScale: 0.5,
      patternTurn: -40,
    })
  }
  const bottom =
    place === 'yoke'
      ? `L${underarm[0] - 8},${underarm[1] + 6}${continued(scallops(`M${underarm[0] - 8},${underarm[1] + 6}C${strapX},${neckDepth - 30} ${strapX * 0.6},${neckDepth + 60} 0,${neckDepth + 70}`, 18, 6))}`
      : place === 'cups'
        ? `L${sideAt(seamY - 20)},${seamY - 20}${continued(scallops(`M${sideAt(seamY - 20)},${seamY - 20}C${underarm[0] * 0.7},${seamY + 8} ${strapX * 0.5},${seamY + 26} 0,${seamY + 22}`, 18, 6))}`
        : `L${sideAt(seamY - 8)},${seamY - 8}C${underarm[0] * 0.8},${seamY + 4} ${underarm[0] * 0.4},${seamY + 12} 0,${seamY}`
  return [
    {
      ...base(design),
      path: symmetric(`${edged}${armhole}${bottom}`),
      tone: place === 'bodice' ? 0.1 : 0.2,
    },
  ]
}

function backEdge(design: Slip): Part[] {
  const { back, backStyle } = shapeSlip(design)
  if (backStyle === 'high') return []
  const inner = flatten(offset(back, 36), 1).filter(([x]) => x >= 0)
  return [
    {
      ...base(design),
      path: symmetric(
        `${back}L${inner
          .toReversed()
          .map(([x, y]) => `${x},${y}`)
          .join('L')}`,
      ),
      patternScale: 0.5,
    },
  ]
}
