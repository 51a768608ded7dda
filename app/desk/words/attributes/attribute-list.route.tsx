import { useLoaderData } from '@remix-run/react'
import { atDesk, make, submit } from '../../desk.server'
import { deskPage } from '../../desk-page'
import { line } from '../../form/edit-fields'
import { EditForm } from '../../form/edit-form'
import { Table, TextLink } from '../../list/table'
import { newAttributeSchema } from './attribute.schema'
import { listAttributes } from './attributes.server'

export const { handle, meta } = deskPage('Attributes')

export const loader = atDesk(async ({ operator }) => ({ attributes: await listAttributes(operator) }))

/** Makes an attribute without values, which is a filter. */
export const action = atDesk(async ({ db, context }) => {
  return submit(
    context,
    newAttributeSchema,
    ({ name }) => make(db, 'desk_save_attribute', { attribute: { name, is_filter: true, values: [] } }),
    (_form, code) => [`/desk/attributes/${code}`, 'Now its values, please.'],
  )
})

export default function Attributes() {
  const { attributes } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Attributes</h1>
      <p className="muted">What the shop says of products beside colours and sizes, such as their sleeves.</p>
      <Table
        name="Attributes"
        rows={attributes}
        columns={{
          Attribute: ({ code, name }) => <TextLink to={`/desk/attributes/${code}`} text={name} />,
          Values: ({ values }) => <span dir="auto">{values.map(({ name }) => name).join(', ') || '–'}</span>,
          Filter: ({ is_filter: isFilter }) => (isFilter ? 'Yes' : 'No'),
        }}
      />
      <EditForm
        id="new-attribute"
        name="New attribute"
        schema={newAttributeSchema}
        fields={[[line('name', 'Name, such as Neckline')]]}
        button="Add the attribute"
      />
    </>
  )
}
