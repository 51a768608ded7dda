import encode from 'jsbarcode'

/** Modules that readers need to be white on both sides (ISO/IEC 15417). */
const QUIET = 10
/** Of a module, in millimetres: printers draw it and hand scanners read it. The label is narrower than a long number. */
const WIDTH = 0.33

/** A number as Code 128, with the number below it. Renders nothing for characters that Code 128 lacks. */
export function Barcode({ name, number }: { name: string; number: string }) {
  if (!/^[ -~]+$/.test(number)) return null
  const made: { encodings?: { data: string }[] } = {}
  encode(made, number, { format: 'CODE128' })
  const modules = made.encodings?.[0]?.data ?? ''
  const bars = Array.from(
    modules.matchAll(/1+/g),
    ({ 0: bar, index }) => `M${index + QUIET} 0h${bar.length}v1h-${bar.length}z`,
  )
  const width = modules.length + 2 * QUIET
  return (
    <figure className="barcode">
      <svg
        viewBox={`0 0 ${width} 1`}
        width={`${(width * WIDTH).toFixed(1)}mm`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Barcode of the ${name}`}
      >
        <path d={bars.join('')} />
      </svg>
      <figcaption>{number}</figcaption>
    </figure>
  )
}
