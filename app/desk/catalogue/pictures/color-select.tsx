import type { Choice } from '../product-rows'

/** Chooses the colour that a picture shows. */
export function ColorSelect({
  id,
  name,
  value,
  colors,
}: {
  id?: string
  name: string
  value: string
  colors: readonly Choice[]
}) {
  return (
    <select id={id} name={name} defaultValue={value}>
      <option value="">All colours</option>
      {colors.map((color) => (
        <option key={color.id} value={color.id}>
          {color.name}
        </option>
      ))}
    </select>
  )
}
