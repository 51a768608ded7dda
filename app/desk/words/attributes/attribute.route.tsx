import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { requireOperator } from '../../access/operator.server'
import { listChanges } from '../../audit/audit.server'
import { Changes } from '../../audit/change-list'
import { change } from '../../database.server'
import { deskPage, found } from '../../desk-page'
import { line, tick, WHOLE } from '../../form/edit-fields'
import { EditForm } from '../../form/edit-form'
import { byIntent, press, submit } from '../../form/form-actions.server'
import { ButtonForm } from '../../form/button-form'
import { attributeSchema } from './attribute.schema'
import { attributeValues } from './attribute-values'
import { listAttributes } from './attributes.server'

export const { handle, meta } = deskPage('Attribute')

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const attribute = found((await listAttributes(operator)).find(({ code }) => code === params.code))
  return { attribute, changes: await listChanges(operator, 'attribute', attribute.code) }
}

export async function action({ params: { code = '' }, request, context }: ActionFunctionArgs) {
  const { db } = await requireOperator(context, request)
  const page = `/desk/attributes/${code}`
  const mark = (version: number) => ({ p_code: code, p_version: version })
  return byIntent(context, page, {
    save: () =>
      submit(
        context,
        attributeSchema,
        ({ version, ...attribute }) => change(db, 'desk_save_attribute', { ...mark(version), p_attribute: attribute }),
        () => [page, 'The attribute is saved.'],
      ),
    remove: () =>
      press(context, page, (version) => change(db, 'desk_remove_attribute', mark(version)), [
        '/desk/attributes',
        'The attribute is removed.',
      ]),
  })
}

export default function AttributePage() {
  const { attribute, changes } = useLoaderData<typeof loader>()
  const { name, version, values, place, is_filter: isFilter } = attribute
  const used = values.filter(({ products }) => products > 0).map((value) => value.name)
  return (
    <>
      <h1 {...freeText(name)}>{name}</h1>
      <EditForm
        id="attribute"
        name="Attribute"
        schema={attributeSchema}
        version={version}
        intent="save"
        fields={[
          line('name', 'Name', name),
          attributeValues(values),
          tick('is_filter', 'Shoppers filter by it', isFilter),
          line('place', 'Place among the shop’s filters', place, WHOLE),
        ]}
        button="Save the attribute"
      />
      {used.length > 0 ? (
        <p className="muted">{`Products have ${used.join(', ')}, so it can’t be removed.`}</p>
      ) : (
        <ButtonForm name="Removal" version={version} buttons={{ remove: 'Remove the attribute' }} />
      )}
      <Changes changes={changes} />
    </>
  )
}
