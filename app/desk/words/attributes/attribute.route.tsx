import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../../access/operator.server'
import { listChanges } from '../../audit/audit.server'
import { Changes } from '../../audit/change-list'
import { DESK_PAGE } from '../../desk-page'
import { usePostedForm } from '../../posted-form'
import { RemovalForm } from '../removal-form'
import { changeAttribute } from './attribute-actions.server'
import { AttributeForm } from './attribute-form'
import { listAttributes } from './attributes.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Attribute', { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const attribute = (await listAttributes(operator)).find(({ code }) => code === params.code)
  if (!attribute) throw new Response(null, { status: 404 })
  const filter = { who: '', kind: 'attribute', subject: attribute.code, before: null }
  return { attribute, changes: await listChanges(operator, filter) }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  return changeAttribute(context, operator, params.code ?? '')
}

export default function DeskAttributePage() {
  const { attribute, changes } = useLoaderData<typeof loader>()
  const reply = usePostedForm(useActionData<typeof action>()?.form)
  const used = attribute.values.filter(({ products }) => products > 0).map(({ name }) => name)
  return (
    <>
      <h1 {...freeText(attribute.name)}>{attribute.name}</h1>
      <AttributeForm attribute={attribute} reply={reply?.initialValue?.intent === 'save' ? reply : undefined} />
      <RemovalForm
        version={attribute.version}
        name="attribute"
        obstacle={used.length > 0 ? `Products have ${used.join(', ')}, so it can’t be removed.` : null}
      />
      <Changes changes={changes} />
    </>
  )
}
