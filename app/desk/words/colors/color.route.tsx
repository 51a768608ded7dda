import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { requireOperator } from '../../access/operator.server'
import { listChanges } from '../../audit/audit.server'
import { Changes } from '../../audit/change-list'
import { change } from '../../database.server'
import { deskPage, found, idOf } from '../../desk-page'
import { CODE, line, WHOLE } from '../../form/edit-fields'
import { EditForm } from '../../form/edit-form'
import { byIntent, press, submit } from '../../form/form-actions.server'
import { Swatch } from '../../swatch'
import { ButtonForm } from '../../form/button-form'
import { colorSchema } from './color.schema'
import { listColors } from './colors.server'

export const { handle, meta } = deskPage('Colour')

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const color = found((await listColors(operator)).find(({ id }) => id === params.id))
  return { color, changes: await listChanges(operator, 'color', color.id) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const { db } = await requireOperator(context, request)
  const id = idOf(params)
  const page = `/desk/colors/${id}`
  return byIntent(context, page, {
    save: () =>
      submit(
        context,
        colorSchema,
        ({ version, ...color }) => change(db, 'desk_save_color', { p_id: id, p_version: version, p_color: color }),
        () => [page, 'The colour is saved.'],
      ),
    remove: () =>
      press(context, page, (version) => change(db, 'desk_remove_color', { p_id: id, p_version: version }), [
        '/desk/colors',
        'The colour is removed.',
      ]),
  })
}

const HINT = 'Carts know a colour by its name: after a change, those that have it ask for a colour again.'

export default function ColorPage() {
  const { color, changes } = useLoaderData<typeof loader>()
  const { name, value, place, version, products } = color
  const used = products === 1 ? 'One product has' : `${products} products have`
  return (
    <>
      <h1>
        <Swatch value={value} /> <span {...freeText(name)}>{name}</span>
      </h1>
      <EditForm
        id="color"
        name="Colour"
        schema={colorSchema}
        version={version}
        intent="save"
        fields={[
          line('name', 'Name', name, { hint: HINT }),
          [
            line('value', 'Code, such as #6e2338', value, CODE),
            line('place', 'Place in the shop’s filter', place, WHOLE),
          ],
        ]}
        button="Save the colour"
      />
      {products > 0 ? (
        <p className="muted">{`${used} it, so it can’t be removed.`}</p>
      ) : (
        <ButtonForm name="Removal" version={version} buttons={{ remove: 'Remove the colour' }} />
      )}
      <Changes changes={changes} />
    </>
  )
}
