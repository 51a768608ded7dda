import { nameOf } from '~/language/names'
import type { SizeOption } from './stock'

/** Renders the sizes of a select. Those that are sold out can't be chosen. */
export function SizeOptions({ sizes }: { sizes: SizeOption[] }) {
  return sizes.map(({ label, isGone, note }) => (
    <option key={label} value={label} disabled={isGone}>
      {label}
      {note}
    </option>
  ))
}

export function ColorOptions({ colors }: { colors: string[] }) {
  return colors.map((color) => (
    <option key={color} value={color}>
      {nameOf('color', color)}
    </option>
  ))
}
