import type { Fold, Part } from '../engine/part.ts'
import { symmetric } from '../engine/paths.ts'
import { dyed, type Panty } from './panty-design.ts'

export const SOFTNESS: Fold[] = [
  ['M262,-70C212,-50 160,-20 120,30', 14, 12, -9],
  ['M-260,-66C-210,-50 -160,-20 -120,30', 14, 12, -9],
  ['M240,-100C160,-76 80,-64 4,-64', 16, 14, -5],
  ['M200,-38C160,10 120,70 94,130M-200,-38C-160,10 -120,70 -94,130', 16, 14, 6],
]

export function lines({ waist, dip = 38, hip, gusset, legCut, bottom }: Panty, side: 'front' | 'back') {
  const isFront = side === 'front'
  const [half, y] = waist
  const [hx, hy] = hip
  const [gx, gy] = isFront ? gusset : [gusset[0] + 8, gusset[1] + 34]
  const middle = y + (isFront ? dip : dip * 0.62)
  const cut = isFront ? legCut : Math.max(0, legCut - 0.62)
  const isShort = bottom < gy
  const foot = isShort ? bottom + (isFront ? 0 : 30) : bottom + (isFront ? 0 : 22)
  const waistLine = `M0,${middle}C${half * 0.34},${middle - 1} ${half * 0.7},${middle - (middle - y) * 0.36} ${half},${y}`
  const sideLine = `C${half + (hx - half) * 0.5},${y + (hy - y) * 0.36} ${hx - 5},${hy - (hy - y) * 0.3} ${hx},${hy}`
  const leg = isShort
    ? `C${hx * 0.82},${hy + (gy - hy) * 0.5} ${hx * 0.55},${gy - 12} ${gx},${gy}`
    : `C${hx - 60 - cut * 74},${hy + (gy - hy) * (0.4 - cut * 0.24)} ${gx + 78 - cut * 38},${gy - (gy - hy) * (0.3 + cut * 0.14)} ${gx},${gy}`
  const crotch = isShort
    ? `C${gx * 0.74},${foot + (gy - foot) * 0.4} ${gx * 0.4},${foot} 0,${foot}`
    : `C${gx - 4},${foot - 12} ${gx * 0.7},${foot} 0,${foot}`
  return {
    waistLine,
    sideLine,
    leg: `M${hx},${hy}${leg}`,
    outline: `${waistLine}${sideLine}${leg}${crotch}`,
    middle,
    isShort,
  }
}

/** The inside of the back, seen above the waist and through the legs. */
export function inside(design: Panty): Part {
  const { outline } = lines(
    { ...design, waist: [design.waist[0] - 6, design.waist[1] - 16], dip: (design.dip ?? 38) * 0.7 },
    'back',
  )
  return { ...dyed(design), path: symmetric(outline), tone: -0.5 }
}
