import { pair, type Part } from '../engine/part.ts'
import type { Bra } from './bra-design.ts'
import { ring, slider } from './trims.ts'

/** The straps of a bra that is closed: from the cups to the shoulders, and from there to the band. */
export interface Straps {
  front: Part[]
  back: Part[]
}

/** Above this width a strap has its slider behind, where a wide strap becomes narrow. */
const WIDE = 14

/** Returns the straps, which end on the band at the height `bandTop`. */
export function strapsOf(design: Bra, bandTop: number): Straps {
  const { apex, apexWidth = 30, strap, strapStyle = 'loop' } = design
  const [x, y] = [apex[0] + apexWidth / 2, apex[1]]
  const material = strap > 8 ? 'elastic' : 'ribbon'
  const line = (path: string, width = strap): Part => ({ path, stroke: width, material, cap: 'round' })
  const shoulder = `${x - 24},${y - 180}`
  const up = `M${x},${y + 2}C${x + 8},${y - 76} ${x + 10},${y - 180} ${shoulder}`
  const down = Math.min(x - 44, 146)
  const sewnOn = [ring(x, y - 7, 6)]
  const behind = [line(`M${shoulder}C${x - 52},${y - 180} ${down + 2},${y - 40} ${down},${bandTop + 4}`)]
  switch (strapStyle) {
    case 'none':
      return { front: [], back: [] }
    case 'halter':
      return { front: pair(line(`M${x},${y}C${x - 6},${y - 96} ${x - 70},${y - 196} 0,${y - 206}`)), back: [] }
    case 'crossed':
      return {
        front: [...pair(line(up)), ...pair(ring(x, y - 7, 6))],
        back: pair(line(`M${shoulder}C${x - 70},${y - 180} -40,${bandTop - 80} -112,${bandTop + 4}`)),
      }
    case 'double':
      return {
        front: [-8, 8].flatMap((aside) =>
          pair(line(`M${x + aside},${y + 4}C${x + aside + 8},${y - 76} ${x + aside + 10},${y - 180} ${shoulder}`)),
        ),
        back: behind.flatMap(pair),
      }
    default:
      return {
        front: [
          line(up),
          ...(strapStyle === 'frilled' ? [frill(design, up)] : []),
          ...(strap > WIDE ? [] : [...sewnOn, slider(x + 6, y - 86, Math.max(7, strap))]),
        ].flatMap(pair),
        back: [...behind, ...(strap > WIDE ? [slider(down, bandTop - 90, strap)] : [])].flatMap(pair),
      }
  }
}

const frill = ({ lace = 'garland' }: Bra, path: string): Part => ({
  path,
  stroke: 26,
  material: 'lace',
  pattern: lace,
  patternScale: 0.45,
  sheer: 0.6,
})
