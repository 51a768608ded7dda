import { useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { atDesk, change, byIntent, press, submit } from '../desk.server'
import { listChanges } from '../audit/audit.server'
import { Changes } from '../audit/change-list'
import { deskPage, found, idOf } from '../desk-page'
import { ButtonForm } from '../form/button-form'
import { doneWords, nameOf, schemaOf, urduOrder } from './list'
import { LISTS } from './lists'
import { listOf, readRows, saveRow } from './lists.server'
import { RowForm } from './row-form'
import { listTexts } from '../translations/translations.server'
import { UrduForm } from '../translations/urdu-form'

export const { handle, meta } = deskPage('Settings')

export const loader = atDesk(async ({ operator, params }) => {
  const { name } = listOf(params)
  const rows = await readRows(operator, name)
  const row = found(rows.find(({ id }) => id === params.id))
  const urdu = await listTexts(operator, { kind: kindOf(name), owner: row.id })
  return { name, row, rows, urdu, changes: await listChanges(operator, name, row.id) }
})

export const action = atDesk(async ({ operator, db, params, context }) => {
  const { name, list } = listOf(params)
  const id = idOf(params)
  const page = `/desk/settings/${name}/${id}`
  const remove = (version: number) => change(db, 'desk_remove_row', { list: name, id, version })
  return byIntent(context, page, {
    save: () =>
      submit(
        context,
        schemaOf(list),
        (form) => saveRow(operator, name, { ...form, id }),
        () => [page, doneWords(list, 'saved')],
      ),
    remove: () => press(context, page, remove, [`/desk/settings/${name}`, doneWords(list, 'removed')]),
  })
})

/** A product’s slide is a text of the product. */
const kindOf = (list: string) => (list === 'product_slide' ? 'product' : list)

export default function RowPage() {
  const { name, row, rows, urdu, changes } = useLoaderData<typeof loader>()
  const list = found(LISTS[name])
  return (
    <>
      <h1 {...freeText(nameOf(list, row))}>{nameOf(list, row)}</h1>
      <RowForm list={list} rows={rows} row={row} />
      <UrduForm kind={kindOf(name)} owner={row.id} texts={urdu} form={urduOrder(list, row)} />
      {row.uses > 0 ? (
        <p className="muted">{`${list.usedBy}: ${row.uses}. It can be removed once there are none.`}</p>
      ) : (
        <ButtonForm name="Removal" version={row.version} buttons={{ remove: `Remove the ${list.noun}` }} />
      )}
      <Changes changes={changes} />
    </>
  )
}
