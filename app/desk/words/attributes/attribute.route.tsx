import { useLoaderData } from '@remix-run/react'
import type { SubmissionResult } from '@conform-to/react'
import { freeText } from '~/ui/free-text'
import { atDesk, change, byIntent, press, submit } from '../../desk.server'
import { listChanges } from '../../audit/audit.server'
import { Changes } from '../../audit/change-list'
import { deskPage, found } from '../../desk-page'
import { line, tick, WHOLE, type EditField } from '../../form/edit-fields'
import { EditForm } from '../../form/edit-form'
import { ButtonForm } from '../../form/button-form'
import { attributeSchema, MAX_VALUES } from './attribute.schema'
import { listTexts } from '../../translations/translations.server'
import { UrduForm, type UrduOrder } from '../../translations/urdu-form'
import { listAttributes, type DeskAttribute } from './attributes.server'

export const { handle, meta } = deskPage('Attribute')

export const loader = atDesk(async ({ operator, params }) => {
  const attribute = found((await listAttributes(operator)).find(({ code }) => code === params.code))
  const urdu = await listTexts(operator, { kind: 'attribute', owner: attribute.code })
  return { attribute, urdu, changes: await listChanges(operator, 'attribute', attribute.code) }
})

export const action = atDesk(async ({ db, params: { code = '' }, context }) => {
  const page = `/desk/attributes/${code}`
  const mark = (version: number) => ({ code, version })
  return byIntent(context, page, {
    save: () =>
      submit(
        context,
        attributeSchema,
        ({ version, ...attribute }) => change(db, 'desk_save_attribute', { ...mark(version), attribute }),
        () => [page, 'The attribute is saved.'],
      ),
    remove: () =>
      press(context, page, (version) => change(db, 'desk_remove_attribute', mark(version)), [
        '/desk/attributes',
        'The attribute is removed.',
      ]),
  })
})

export default function AttributePage() {
  const { attribute, urdu, changes } = useLoaderData<typeof loader>()
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
      <UrduForm kind="attribute" owner={attribute.code} texts={urdu} form={urduOrder(attribute)} />
      {used.length > 0 ? (
        <p className="muted">{`Products have ${used.join(', ')}, so it can’t be removed.`}</p>
      ) : (
        <ButtonForm name="Removal" version={version} buttons={{ remove: 'Remove the attribute' }} />
      )}
      <Changes changes={changes} />
    </>
  )
}

const urduOrder = ({ name, values }: DeskAttribute): UrduOrder => [
  ['name', 'Name', name],
  ...values.map((value) => ['name', 'Value', value.name] as const),
]

type Values = DeskAttribute['values']

const NEW_VALUES = 3

function attributeValues(values: Values): EditField<'names'> {
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
      <div className="desk-values">
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
