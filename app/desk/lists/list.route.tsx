import { useLoaderData } from '@remix-run/react'
import { atDesk, submit } from '../desk.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { deskPage, found } from '../desk-page'
import { shortLabel } from '../form/edit-fields'
import { Table, TextLink } from '../list/table'
import { cellOf, doneWords, madeWords, nameOf, schemaOf, urduOrder, type List, type Row } from './list'
import { LISTS } from './lists'
import { listOf, readRows, saveRow } from './lists.server'
import { RowForm } from './row-form'
import { listTexts } from '../translations/translations.server'
import { UrduForm } from '../translations/urdu-form'

export const { handle, meta } = deskPage('Settings')

export const loader = atDesk(async ({ operator, params }) => {
  const { name, list } = listOf(params)
  const urdu = list.shown ? [] : await listTexts(operator, { kind: name })
  return { name, rows: await readRows(operator, name), urdu, changes: await listChanges(operator, name) }
})

/** Makes a row, or saves one whose form is on the list's page. */
export const action = atDesk(async ({ operator, params, context }) => {
  const { name, list } = listOf(params)
  return submit(
    context,
    schemaOf(list),
    (form) => saveRow(operator, name, form),
    ({ id, ...row }) => [`/desk/settings/${name}`, id || !list.shown ? doneWords(list, 'saved') : madeWords(list, row)],
  )
})

export default function ListPage() {
  const { name, rows, urdu, changes } = useLoaderData<typeof loader>()
  const list = found(LISTS[name])
  return (
    <>
      <h1>{list.title}</h1>
      <p>{list.about}</p>
      {list.shown ? (
        <RowTable name={name} list={list} rows={rows} />
      ) : (
        rows.map((row) => <RowForm key={row.id} list={list} rows={rows} row={row} />)
      )}
      {list.shown || rows.length === 0 ? <RowForm list={list} rows={rows} /> : null}
      <UrduForm kind={name} texts={urdu} form={rows.flatMap((row) => urduOrder(list, row))} />
      <Changes changes={changes} withSubject={list.shown !== undefined} />
    </>
  )
}

function RowTable({ name, list, rows }: { name: string; list: List; rows: readonly Row[] }) {
  if (rows.length === 0) return <p className="muted">None yet.</p>
  const [called, ...columns] = list.fields.flat()
  const shown = (list.shown ?? []).flatMap((column) => columns.filter(({ name: known }) => known === column))
  return (
    <Table<Row>
      name={list.title}
      rows={rows}
      columns={{
        [shortLabel(called?.label ?? '')]: (row) => (
          <TextLink to={`/desk/settings/${name}/${row.id}`} text={nameOf(list, row)} />
        ),
        ...Object.fromEntries(shown.map((one) => [shortLabel(one.label), (row: Row) => cellOf(one, row)])),
        ...(list.usedBy && { [list.usedBy]: (row: Row) => row.uses }),
      }}
      numbers={list.usedBy ? [list.usedBy] : []}
    />
  )
}
