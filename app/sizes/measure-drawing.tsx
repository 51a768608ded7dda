/** The position of each tape: its height in the drawing and half its width. */
const LINES = [
  { label: 'Bust', y: 112, half: 47 },
  { label: 'Underbust', y: 138, half: 40 },
  { label: 'Waist', y: 178, half: 34 },
  { label: 'Hips', y: 236, half: 54 },
]
const MIDDLE = 90

/** Renders a drawing of a body with a tape at each measure. The text beside it says the same. */
export function MeasureDrawing() {
  return (
    <svg
      className="measure-drawing"
      viewBox="0 0 264 300"
      role="img"
      aria-label="Where to measure: bust, underbust, waist, hips"
    >
      <path
        className="body"
        d="M76 14v24c0 8-10 12-26 17-14 5-18 16-20 32l-8 78h16l12-58c-2 30 8 46 6 66-2 24-22 40-22 82l4 45h104l4-45c0-42-20-58-22-82-2-20 8-36 6-66l12 58h16l-8-78c-2-16-6-27-20-32-16-5-26-9-26-17V14z"
      />
      <path className="body-line" d="M54 112c4 20 30 22 36 4 6 18 32 16 36-4M90 205v8M90 264v36" />
      {LINES.map(({ label, y, half }) => (
        <g key={label}>
          <path className="tape" d={`M${MIDDLE - half} ${y}q${half} 9 ${half * 2} 0`} />
          <path className="pointer" d={`M${MIDDLE + half + 3} ${y}H164`} />
          <text x="168" y={y + 4}>
            {label}
          </text>
        </g>
      ))}
    </svg>
  )
}
