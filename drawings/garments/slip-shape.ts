import { flatten, type Point } from '../engine/paths.ts'

/** The outline of a camisole or nightgown. y grows downwards from the top of the straps at 110. */
export interface SlipShape {
  neckline: 'v' | 'scoop' | 'sweetheart' | 'straight' | 'square' | 'cowl' | 'plunge' | 'boat'
  /** y of the neckline's middle. */
  neckDepth: number
  /** How far the straps are from the middle, and how wide they are. */
  strapX?: number
  strapWidth?: number
  /** y where the straps are sewn on. */
  peak?: number
  underarm?: Point
  /** Half widths, and y of the hem. */
  waist: number
  hemHalf: number
  length: number
  hemShape?: 'straight' | 'curved' | 'vents' | 'tulip' | 'points' | 'scalloped'
  backStyle?: 'straight' | 'low' | 'cross' | 'high'
}

function neckOf({ neckline, neckDepth: d }: SlipShape, x: number, peak: number): string {
  const drop = d - peak
  switch (neckline) {
    case 'scoop':
    case 'cowl':
      return `M0,${d}C${x * 0.55},${d} ${x * 0.9},${d - drop * 0.3} ${x - 6},${peak}`
    case 'sweetheart':
      return `M0,${d}C12,${d - drop * 0.3} ${x * 0.34},${d - drop * 0.56} ${x * 0.62},${d - drop * 0.56}C${x * 0.82},${d - drop * 0.56} ${x - 12},${peak + drop * 0.22} ${x - 6},${peak}`
    case 'straight':
      return `M0,${d}C${x * 0.4},${d + 3} ${x * 0.85},${d - 4} ${x - 6},${peak}`
    case 'square':
      return `M0,${d}L${x - 34},${d}C${x - 18},${d} ${x - 12},${d - 14} ${x - 11},${peak}`
    case 'boat':
      return `M0,${d}C${x * 0.5},${d} ${x * 0.85},${d - drop * 0.12} ${x - 6},${peak}`
    case 'plunge':
      return `M0,${d}C${x * 0.2},${d - drop * 0.46} ${x * 0.66},${peak + drop * 0.22} ${x - 6},${peak}`
    default:
      return `M0,${d}C${x * 0.36},${d - drop * 0.24} ${x * 0.8},${peak + drop * 0.44} ${x - 6},${peak}`
  }
}

function hemOf({ hemHalf: x, length: y, hemShape }: SlipShape): string {
  switch (hemShape) {
    case 'vents':
      return `L${x},${y}L${x - 7},${y - 62}L${x - 16},${y + 8}C${x * 0.6},${y + 20} ${x * 0.3},${y + 24} 0,${y + 24}`
    case 'tulip':
      return `C${x * 0.98},${y + 34} ${x * 0.6},${y + 62} 0,${y + 62}`
    case 'points':
      return `C${x * 0.7},${y + 4} ${x * 0.4},${y - 44} 0,${y - 48}`
    case 'curved':
      return `C${x * 0.66},${y + 34} ${x * 0.3},${y + 44} 0,${y + 44}`
    default:
      return `C${x * 0.66},${y + 20} ${x * 0.33},${y + 26} 0,${y + 26}`
  }
}

/** Returns the lines that an outline is made of, each for the right half. */
export function shapeSlip(shape: SlipShape) {
  const { strapX = 134, strapWidth = 4.5, underarm = [216, 376], waist, hemHalf, length } = shape
  const peak = shape.peak ?? 236
  const [ux, uy] = underarm
  const waistY = uy + Math.min(190, (length - uy) * 0.42)
  const outer = strapX + Math.max(6, strapWidth / 2)
  const armhole = `L${outer},${peak}C${outer + 10},${peak + (uy - peak) * 0.46} ${ux - 42},${uy - 34} ${ux},${uy}`
  const sides = `C${ux - 12},${uy + (waistY - uy) * 0.4} ${waist - 2},${waistY - (waistY - uy) * 0.3} ${waist},${waistY}C${waist + (hemHalf - waist) * 0.2},${waistY + (length - waistY) * 0.32} ${hemHalf - (hemHalf - waist) * 0.3},${waistY + (length - waistY) * 0.7} ${hemHalf},${length}`
  const side = flatten(`M${ux},${uy}${sides}`, 100)
  const backEdge = { straight: uy - 22, low: uy + 44, cross: uy + 6, high: uy - 70 }[shape.backStyle ?? 'straight']
  const back =
    shape.backStyle === 'high'
      ? `M0,${backEdge + 30}C${strapX * 0.5},${backEdge + 28} ${strapX * 0.9},${backEdge - 10} ${strapX - 6},${peak}${armhole}`
      : `M0,${backEdge}C${ux * 0.4},${backEdge} ${ux * 0.76},${uy - 4} ${ux},${uy}`
  const backLine = flatten(back, 20)
  const hem = hemOf(shape)
  const lift = hem.startsWith('L') ? 22 : 0
  const sideAt = (y: number) => (side.find(([, at]) => at >= y) ?? side.at(-1) ?? underarm)[0]
  return {
    ...shape,
    strapX,
    strapWidth,
    peak,
    underarm,
    back,
    backEdge,
    armhole,
    sides,
    hem,
    neck: neckOf(shape, strapX, peak),
    /** y of the seam under the bust. */
    seamY: Math.max(shape.neckDepth + 14, uy + 62),
    /** Half width at a height. */
    sideAt,
    /** y of the back's edge at a distance from the middle. */
    backTop: (x: number) => (backLine.find(([at]) => at >= x) ?? backLine.at(-1) ?? underarm)[1],
    /** The hem's line, moved up and as wide as the garment there: right half from the middle outwards. */
    hemLine: (up: number) => {
      const narrower = sideAt(length - up) / hemHalf
      const points = flatten(`M${hemHalf},${length}${hem}`, 16).toReversed()
      return `M${points
        .filter(([x]) => x < hemHalf - lift)
        .map(([x, y]) => `${x * narrower},${y - up}`)
        .join('L')}`
    },
  }
}
