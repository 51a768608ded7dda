import type { SubmissionResult } from '@conform-to/react'
import type { EditField } from '../../form/edit-fields'
import { MAX_VALUES } from './attribute.schema'
import type { DeskAttribute } from './attributes.server'

type Values = DeskAttribute['values']

const NEW_VALUES = 3

/** The values of an attribute, as a field of its form. */
export function attributeValues(values: Values): EditField<'names'> {
  return {
    name: 'names',
    label: 'Values, in the shop’s order',
    now: values.map(({ name }) => name).join(', '),
    typed: (reply) => (reply ? typedNames(reply).filter(Boolean).join(', ') : ''),
    input: (_field, reply) => <ValueFields values={values} typed={reply && typedNames(reply)} />,
  }
}

/** `typed` are the names of a refused form. */
function ValueFields({ values, typed }: { values: Values; typed: string[] | undefined }) {
  const rows = Math.min(MAX_VALUES, Math.max(values.length, typed?.length ?? 0) + NEW_VALUES)
  return (
    <fieldset>
      <legend>Values, in the shop’s order</legend>
      <p className="muted small">An empty field removes its value, unless products have it.</p>
      <div className="desk-filters">
        {Array.from({ length: rows }, (_, row) => (
          <div className="field" key={row}>
            <label htmlFor={`value-${row}`}>{row < values.length ? `Value ${row + 1}` : 'New value'}</label>
            {values[row] ? <input type="hidden" name="codes" value={values[row].code} /> : null}
            <input
              id={`value-${row}`}
              name="names"
              maxLength={40}
              defaultValue={(typed ? typed[row] : values[row]?.name) ?? ''}
              autoComplete="off"
              dir="auto"
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function typedNames(reply: SubmissionResult): string[] {
  return [reply.initialValue?.names].flat().map((name) => (typeof name === 'string' ? name : ''))
}
