import { pair, type Part } from '../engine/part.ts'
import { across, symmetric } from '../engine/paths.ts'
import { type Collar, cord, type Pyjama } from './pyjama-design.ts'

const SHAPES: Record<Collar, { path: string; edge: string }> = {
  notched: {
    path: 'M50,116C70,122 84,132 92,146C106,190 100,214 92,226L70,222L74,250C52,290 24,318 2,336C4,316 6,300 8,286C24,240 40,180 50,116Z',
    edge: 'M92,148C106,190 100,214 92,226L70,222L74,250C52,290 24,318 3,335',
  },
  pointed: {
    path: 'M46,112C72,118 90,134 98,152C110,200 96,240 84,268C60,290 30,318 2,336C4,316 6,300 8,286C24,240 38,176 46,112Z',
    edge: 'M98,152C110,200 96,240 84,268C60,290 30,318 3,335',
  },
  round: {
    path: 'M42,118C72,118 98,134 104,164C106,214 70,242 30,236C16,234 4,214 2,186C20,180 36,156 42,118Z',
    edge: 'M104,164C106,214 70,242 30,236C16,234 4,214 2,186',
  },
  mandarin: {
    path: 'M44,104C60,104 70,116 70,132C62,156 36,176 3,182L3,158C26,152 42,132 44,104Z',
    edge: 'M44,104C42,132 26,152 3,158',
  },
  shawl: {
    path: 'M48,114C78,118 98,140 102,170C104,230 60,296 2,338C4,316 6,300 8,286C24,240 40,180 48,114Z',
    edge: 'M102,170C104,230 60,296 3,336',
  },
  'v-neck': {
    path: 'M46,122C54,122 60,126 62,132C54,190 30,250 0,300L0,280C22,240 40,184 46,122Z',
    edge: 'M62,132C54,190 30,250 0,300',
  },
}

/** Returns both halves of a shirt's collar. */
export function shirtCollar(design: Pyjama): Part[] {
  const { path, edge } = SHAPES[design.collar]
  const half: Part = {
    path,
    material: design.cloth,
    pattern: design.collar === 'v-neck' ? undefined : design.pattern,
    patternScale: 0.9,
    tone: 0.03,
    isTrim: true,
  }
  return [...pair(half), ...cord(design, edge).flatMap(pair)]
}

/** Returns the collar from behind. */
export function collarBack(design: Pyjama): Part[] {
  const [half, drop] = {
    notched: [94, 192],
    pointed: [98, 196],
    round: [104, 206],
    mandarin: [66, 146],
    shawl: [100, 200],
    'v-neck': [60, 142],
  }[design.collar] as [number, number]
  const edge = `M0,${drop}C${half * 0.46},${drop - 2} ${half * 0.82},${drop - 18} ${half - 1},142`
  return [
    {
      path: symmetric(
        `M0,106C${half * 0.36},106 ${half * 0.76},114 ${half},140C${half * 0.8},${drop - 18} ${half * 0.46},${drop - 2} 0,${drop}`,
      ),
      material: design.cloth,
      pattern: design.pattern,
      patternScale: 0.9,
      isTrim: true,
    },
    ...cord(design, across(edge)),
  ]
}
