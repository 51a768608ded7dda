import { EditForm } from '../form/edit-form'
import type { Column } from './columns'
import { fieldOf, nameOf, schemaOf, type List, type Row } from './list'

interface RowFormProps {
  list: List
  rows: readonly Row[]
  /** Missing for a new row. */
  row?: Row
}

/** The form of a row of a list, or of a new one. Only the page of a row has another button, which removes it. */
export function RowForm({ list, rows, row }: RowFormProps) {
  const all = (name: string) => rows.map((one) => one[name])
  const fieldIn = (column: Column) => fieldOf(column, row?.[column.name], all(column.name), row)
  return (
    <EditForm
      id={row ? `row-${row.id}` : 'new-row'}
      name={row ? nameOf(list, row) : `New ${list.noun}`}
      hasHeading={!list.shown && rows.length > 1}
      schema={schemaOf(list)}
      version={row?.version}
      hidden={row && { id: row.id }}
      intent={list.shown && row && 'save'}
      isLarge
      fields={list.fields.map((field) => ('name' in field ? fieldIn(field) : field.map(fieldIn)))}
      button={row ? `Save the ${list.noun}` : `Add the ${list.noun}`}
    />
  )
}
