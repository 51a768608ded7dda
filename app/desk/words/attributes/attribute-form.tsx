import type { SubmissionResult } from '@conform-to/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { isOutdated, SideBySide, storedUnlessRefused, typedText } from '../../side-by-side'
import { attributeSchema, MAX_VALUES } from './attribute.schema'
import type { DeskAttribute } from './attributes.server'

/** The empty fields for new values. */
const NEW_VALUES = 3

interface AttributeFormProps {
  attribute: DeskAttribute
  reply: SubmissionResult | undefined
}

/** An attribute: its name, its values, and whether shoppers filter by it. */
export function AttributeForm({ attribute, reply }: AttributeFormProps) {
  const form = useShopForm('attribute', attributeSchema, reply)
  const { name, values, is_filter: isFilter, place, version } = attribute
  const typed = reply && typedNames(reply)
  const compared = [
    { label: 'Name', typed: typedText(reply, 'name'), now: name },
    {
      label: 'Values',
      typed: typed?.filter(Boolean).join(', ') ?? '',
      now: values.map((value) => value.name).join(', '),
    },
    { label: 'Filter', typed: typedText(reply, 'is_filter'), now: isFilter ? 'on' : '' },
    { label: 'Place', typed: typedText(reply, 'place'), now: String(place) },
  ]
  return (
    <form className="panel stack" {...form.props} aria-label="Attribute">
      <ErrorSummary form={form} />
      {isOutdated(reply, version) ? <SideBySide fields={compared} /> : null}
      <input type="hidden" name="version" value={version} />
      <Field
        field={form.field('name')}
        label="Name"
        defaultValue={storedUnlessRefused(reply, name)}
        autoComplete="off"
      />
      <ValueFields values={values} typed={typed} />
      <label className="check">
        <input
          type="checkbox"
          name="is_filter"
          defaultChecked={reply ? typedText(reply, 'is_filter') === 'on' : isFilter}
        />{' '}
        Shoppers filter by it
      </label>
      <Field
        field={form.field('place')}
        label="Place among the shop’s filters"
        inputMode="numeric"
        dir="ltr"
        defaultValue={storedUnlessRefused(reply, place)}
        autoComplete="off"
      />
      <p>
        <button className="button" name="intent" value="save">
          Save the attribute
        </button>
      </p>
    </form>
  )
}

interface ValueFieldsProps {
  values: DeskAttribute['values']
  /** The names of a refused form. */
  typed: string[] | undefined
}

function ValueFields({ values, typed }: ValueFieldsProps) {
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
