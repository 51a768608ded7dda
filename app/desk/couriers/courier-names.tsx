import { line } from '../form/edit-fields'

const ID = 'couriers'

/** The field of a courier's name, which offers those of `CourierNames`. */
export const courierField = (label: string) => line('courier', label, '', { list: ID })

export function CourierNames({ names }: { names: readonly string[] }) {
  return (
    <datalist id={ID}>
      {names.map((name) => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}
