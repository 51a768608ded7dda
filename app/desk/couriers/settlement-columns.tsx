import { COLUMNS, guessColumns, type SettlementColumn } from '~/couriers/settlement-words'
import { choice } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { columnsSchema } from './parcel.schema'
import type { DeskSettlement } from './settlements.server'

type ColumnsProps = Pick<DeskSettlement, 'headings' | 'columns' | 'version'>

/** Which columns of a settlement's file hold what. */
export function Columns({ headings, columns, version }: ColumnsProps) {
  const shown = columns ?? guessColumns(headings)
  const options = headings.map((heading) => [heading, heading] as const)
  const names = Object.keys(COLUMNS) as SettlementColumn[]
  return (
    <details className="panel" open={columns === null}>
      <summary>Columns of the file</summary>
      <EditForm
        id="columns"
        name="Columns"
        schema={columnsSchema}
        version={version}
        look="plain"
        fields={names.map((name) => choice(name, COLUMNS[name].label, options, shown[name] ?? '', 'None'))}
        intent="columns"
        button="Use these columns"
      />
    </details>
  )
}
