import { m } from '~/language/messages'

/** The position of each tape: its height in the drawing and half its width. */
const LINES = [
  { label: m.sizes_bust, y: 108, half: 45 },
  { label: m.sizes_underbust, y: 138, half: 38 },
  { label: m.sizes_waist, y: 178, half: 31 },
  { label: m.sizes_hips, y: 232, half: 48 },
]
const MIDDLE = 90

/** Renders a drawing of a slip with a tape at each measure. The text beside it says the same. */
export function MeasureDrawing() {
  return (
    <svg className="measure-drawing" viewBox="0 0 264 304" role="img" aria-label={m.sizes_drawing()}>
      <path
        className="garment"
        d="M56 70q22-2 34 22 12-24 34-22l11 38-8 30-7 40 17 54 15 58q-62 14-124 0l15-58 17-54-7-40-8-30z"
      />
      <path
        className="seam"
        d="M56 70l8-60M124 70l-8-60M52 138q38 8 76 0M66 144l-8 140M114 144l8 140M30 280q60 14 120 0"
      />
      {LINES.map(({ label, y, half }) => {
        const around = `M${MIDDLE - half} ${y}q${half} 9 ${half * 2} 0`
        return (
          <g key={y}>
            <path className="tape" d={around} />
            <path className="ticks" d={around} />
            <path className="pointer" d={`M${MIDDLE + half + 5} ${y}H164`} />
            <text x="168" y={y + 4}>
              {label()}
            </text>
          </g>
        )
      })}
    </svg>
  )
}
