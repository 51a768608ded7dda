import type { SubmissionResult } from '@conform-to/react'
import type { ReactNode } from 'react'
import type { EditField } from './edit-fields'

interface TicksProps<Option> {
  stored: readonly string[]
  help?: ReactNode
  /** How a value is shown; by default its name. */
  show?: (option: Option) => ReactNode
}

export function ticks<Name extends string, Option extends { id: string; name: string }>(
  name: Name,
  label: string,
  options: readonly Option[],
  { stored, help, show = (option) => <bdi>{option.name}</bdi> }: TicksProps<Option>,
): EditField<Name> {
  const typed = (reply: SubmissionResult | undefined) => [reply?.initialValue?.[name]].flat()
  const namesOf = (ids: readonly unknown[]) =>
    options.flatMap((option) => (ids.includes(option.id) ? option.name : [])).join(', ')
  return {
    name,
    label,
    now: namesOf(stored),
    typed: (reply) => namesOf(typed(reply)),
    input: (_field, reply) => (
      <fieldset className="stack">
        <legend dir="auto">{label}</legend>
        {help}
        <div className="desk-buttons">
          {options.map((option) => (
            <label key={option.id} className="check">
              <input
                type="checkbox"
                name={name}
                value={option.id}
                defaultChecked={(reply ? typed(reply) : stored).includes(option.id)}
              />{' '}
              {show(option)}
            </label>
          ))}
        </div>
      </fieldset>
    ),
  }
}
