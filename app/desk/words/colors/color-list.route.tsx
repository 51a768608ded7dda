import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { requireOperator } from '../../access/operator.server'
import { make } from '../../database.server'
import { deskPage } from '../../desk-page'
import { CODE, line } from '../../form/edit-fields'
import { EditForm } from '../../form/edit-form'
import { submit } from '../../form/form-actions.server'
import { Swatch } from '../../swatch'
import { Table, TextLink } from '../../list/table'
import { newColorSchema } from './color.schema'
import { listColors } from './colors.server'

export const { handle, meta } = deskPage('Colours')

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { colors: await listColors(await requireOperator(context, request)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { db } = await requireOperator(context, request)
  const create = (color: object) => make(db, 'desk_save_color', { p_color: { ...color } })
  return submit(context, newColorSchema, create, ({ name }) => ['/desk/colors', `${name} is a colour now.`])
}

export default function Colors() {
  const { colors } = useLoaderData<typeof loader>()
  return (
    <>
      <h1>Colours</h1>
      <Table
        name="Colours"
        rows={colors}
        columns={{
          Colour: ({ id, name, value }) => (
            <>
              <Swatch value={value} /> <TextLink to={`/desk/colors/${id}`} text={name} />
            </>
          ),
          Code: ({ value }) => <bdi dir="ltr">{value}</bdi>,
          Products: ({ products }) => products,
        }}
        numbers={['Products']}
        className="desk-table desk-lined"
      />
      <EditForm
        id="new-color"
        name="New colour"
        schema={newColorSchema}
        fields={[[line('name', 'Name'), line('value', 'Code, such as #6e2338', '', CODE)]]}
        button="Make the colour"
      />
    </>
  )
}
