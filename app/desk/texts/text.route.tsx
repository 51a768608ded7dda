import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageText } from '~/content/content-page'
import { freeText } from '~/ui/free-text'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { isId } from '../catalogue/product-query'
import { DESK_PAGE } from '../desk-page'
import { usePostedForm } from '../posted-form'
import { EarlierVersions } from './earlier-versions'
import { changeText } from './text-actions.server'
import { TextForm } from './text-form'
import { textKind } from './text-kinds'
import { isNeeded, readText, textBefore, valuesOf } from './texts.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Text', { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const kind = textKind(params.kind)
  const text = kind && isId(params.id) ? await readText(operator, kind, params.id) : null
  if (!text) throw new Response(null, { status: 404 })
  const changes = await listChanges(operator, { who: '', kind: text.kind, subject: text.id, before: null })
  const asked = new URL(request.url).searchParams.get('before')
  const chosen = changes.find(({ id }) => String(id) === asked)
  const earlier = chosen ? textBefore(chosen) : null
  return {
    text,
    canRemove: !isNeeded(text),
    values: earlier ?? valuesOf(text),
    isEarlier: earlier !== null,
    versions: changes.map(({ id, made_at: madeAt, actor_email: who }) => ({ id, madeAt, who })),
  }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const kind = textKind(params.kind)
  if (!kind || !isId(params.id)) throw new Response(null, { status: 404 })
  return changeText(context, operator, { kind, id: params.id })
}

export default function DeskTextPage() {
  const { text, canRemove, values, isEarlier, versions } = useLoaderData<typeof loader>()
  const replied = useActionData<typeof action>()
  const reply = usePostedForm(replied?.form)
  const preview = replied && 'preview' in replied ? replied.preview : null
  return (
    <>
      <h1 {...freeText(text.title)}>{text.title}</h1>
      {isEarlier && !reply ? (
        <p className="notice notice-info">This is an earlier version. It is in the shop again once you save it.</p>
      ) : null}
      {preview === null ? null : (
        <section className="panel stack" aria-labelledby="preview">
          <h2 id="preview">Preview, not saved</h2>
          {text.kind === 'page' ? <PageText page={{ content: preview }} /> : <p {...freeText(preview)}>{preview}</p>}
        </section>
      )}
      <TextForm text={text} values={values} reply={reply} />
      {canRemove ? (
        <form method="post" aria-label="Removal">
          <input type="hidden" name="version" value={text.version} />
          <button className="button button-outline" name="intent" value="remove">
            Remove the text
          </button>
        </form>
      ) : null}
      <EarlierVersions versions={versions} path={`/desk/texts/${text.kind}/${text.id}`} />
    </>
  )
}
