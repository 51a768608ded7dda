/** A spot of a colour; `value` is its hex code. */
export function Swatch({ value }: { value: string }) {
  return <span className="desk-swatch" style={{ background: value }} aria-hidden="true" />
}
