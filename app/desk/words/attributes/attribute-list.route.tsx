import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm, refused } from '~/platform/http/forms.server'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { requireOperator } from '../../access/operator.server'
import { DESK_PAGE } from '../../desk-page'
import { usePostedForm } from '../../posted-form'
import { Table } from '../../table'
import { newAttributeSchema } from './attribute.schema'
import { createAttribute, listAttributes } from './attributes.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Attributes', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { attributes: await listAttributes(await requireOperator(context, request)) }
}

/** Makes an attribute. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const form = await parseForm(context.form, newAttributeSchema)
  if (!form.ok) return invalid(form)
  const made = await createAttribute(operator, form.value.name)
  if (!made.ok) return refused(form, made.refusal, 409)
  return context.flashes.success(`/desk/attributes/${made.value}`, 'Now its values, please.')
}

export default function Attributes() {
  const { attributes } = useLoaderData<typeof loader>()
  const form = useShopForm('new-attribute', newAttributeSchema, usePostedForm(useActionData<typeof action>()?.form))
  return (
    <>
      <h1>Attributes</h1>
      <p className="muted">What the shop says of products beside colours and sizes, such as their sleeves.</p>
      <Table name="Attributes" columns={['Attribute', 'Values', 'Filter']} className="desk-table desk-lined">
        {attributes.map(({ code, name, values, is_filter: isFilter }) => (
          <tr key={code}>
            <td>
              <a className="link" href={`/desk/attributes/${code}`} {...freeText(name)}>
                {name}
              </a>
            </td>
            <td dir="auto">{values.map((value) => value.name).join(', ') || '–'}</td>
            <td>{isFilter ? 'Yes' : 'No'}</td>
          </tr>
        ))}
      </Table>
      <form className="panel stack" {...form.props} aria-labelledby="new-attribute-title">
        <h2 id="new-attribute-title">New attribute</h2>
        <ErrorSummary form={form} />
        <div className="desk-filters">
          <Field field={form.field('name')} label="Name, such as Neckline" autoComplete="off" />
          <button className="button">Make the attribute</button>
        </div>
      </form>
    </>
  )
}
