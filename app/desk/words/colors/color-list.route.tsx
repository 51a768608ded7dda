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
import { Swatch } from '../../swatch'
import { Table } from '../../table'
import { createColor, listColors } from './colors.server'
import { newColorSchema } from './color.schema'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Colours', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  return { colors: await listColors(await requireOperator(context, request)) }
}

/** Makes a colour. */
export async function action({ request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const form = await parseForm(context.form, newColorSchema)
  if (!form.ok) return invalid(form)
  const made = await createColor(operator, form.value)
  if (!made.ok) return refused(form, made.refusal, 409)
  return context.flashes.success('/desk/colors', `${form.value.name} is a colour now.`)
}

export default function Colors() {
  const { colors } = useLoaderData<typeof loader>()
  const form = useShopForm('new-color', newColorSchema, usePostedForm(useActionData<typeof action>()?.form))
  return (
    <>
      <h1>Colours</h1>
      <Table
        name="Colours"
        columns={['Colour', 'Code', 'Products']}
        numbers={['Products']}
        className="desk-table desk-lined"
      >
        {colors.map(({ id, name, value, products }) => (
          <tr key={id}>
            <td>
              <Swatch value={value} />{' '}
              <a className="link" href={`/desk/colors/${id}`} {...freeText(name)}>
                {name}
              </a>
            </td>
            <td dir="ltr">{value}</td>
            <td className="number">{products}</td>
          </tr>
        ))}
      </Table>
      <form className="panel stack" {...form.props} aria-labelledby="new-color-title">
        <h2 id="new-color-title">New colour</h2>
        <ErrorSummary form={form} />
        <div className="desk-filters">
          <Field field={form.field('name')} label="Name" autoComplete="off" />
          <Field
            field={form.field('value')}
            label="Code, such as #6e2338"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
          />
          <button className="button">Make the colour</button>
        </div>
      </form>
    </>
  )
}
