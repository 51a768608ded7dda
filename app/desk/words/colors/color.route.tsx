import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { requireOperator } from '../../access/operator.server'
import { listChanges } from '../../audit/audit.server'
import { Changes } from '../../audit/change-list'
import { isId } from '../../catalogue/product-query'
import { DESK_PAGE } from '../../desk-page'
import { usePostedForm } from '../../posted-form'
import { isOutdated, SideBySide, storedUnlessRefused, typedText } from '../../side-by-side'
import { Swatch } from '../../swatch'
import { RemovalForm } from '../removal-form'
import { changeColor } from './color-actions.server'
import { colorSchema } from './color.schema'
import { listColors, type DeskColor } from './colors.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Colour', { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const colors = isId(params.id) ? await listColors(operator) : []
  const color = colors.find(({ id }) => id === params.id)
  if (!color) throw new Response(null, { status: 404 })
  const filter = { who: '', kind: 'color', subject: color.id, before: null }
  return { color, changes: await listChanges(operator, filter) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  if (!isId(params.id)) throw new Response(null, { status: 404 })
  return changeColor(context, operator, params.id)
}

export default function DeskColorPage() {
  const { color, changes } = useLoaderData<typeof loader>()
  const reply = usePostedForm(useActionData<typeof action>()?.form)
  const { name, value, version, products } = color
  return (
    <>
      <h1>
        <Swatch value={value} /> <span {...freeText(name)}>{name}</span>
      </h1>
      <ColorForm color={color} reply={reply?.initialValue?.intent === 'save' ? reply : undefined} />
      <RemovalForm
        version={version}
        name="colour"
        obstacle={
          products > 0
            ? `${products === 1 ? 'One product has' : `${products} products have`} it, so it can’t be removed.`
            : null
        }
      />
      <Changes changes={changes} />
    </>
  )
}

function ColorForm({ color, reply }: { color: DeskColor; reply: SubmissionResult | undefined }) {
  const form = useShopForm('color', colorSchema, reply)
  const compared = [
    { label: 'Name', typed: typedText(reply, 'name'), now: color.name },
    { label: 'Code', typed: typedText(reply, 'value'), now: color.value },
    { label: 'Place', typed: typedText(reply, 'place'), now: String(color.place) },
  ]
  return (
    <form className="panel stack" {...form.props} aria-label="Colour">
      <ErrorSummary form={form} />
      {isOutdated(reply, color.version) ? <SideBySide fields={compared} /> : null}
      <input type="hidden" name="version" value={color.version} />
      <Field
        field={form.field('name')}
        label="Name"
        hint="Carts know a colour by its name: after a change, those that have it ask for a colour again."
        defaultValue={storedUnlessRefused(reply, color.name)}
        autoComplete="off"
      />
      <div className="desk-filters">
        <Field
          field={form.field('value')}
          label="Code, such as #6e2338"
          dir="ltr"
          defaultValue={storedUnlessRefused(reply, color.value)}
          autoComplete="off"
          autoCapitalize="none"
        />
        <Field
          field={form.field('place')}
          label="Place in the shop’s filter"
          inputMode="numeric"
          dir="ltr"
          defaultValue={storedUnlessRefused(reply, color.place)}
          autoComplete="off"
        />
      </div>
      <p>
        <button className="button" name="intent" value="save">
          Save the colour
        </button>
      </p>
    </form>
  )
}
