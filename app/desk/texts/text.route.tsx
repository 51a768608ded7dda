import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageText } from '~/content/content-page'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { fillTerms } from '~/delivery/terms'
import { invalid, parseForm } from '~/platform/http/forms.server'
import { freeText } from '~/ui/free-text'
import { requireOperator } from '../access/operator.server'
import { change } from '../database.server'
import { deskPage, found, idOf } from '../desk-page'
import { byIntent, press, submit } from '../form/form-actions.server'
import { useReply } from '../form/posted-form'
import { ButtonForm } from '../form/button-form'
import { EarlierVersions } from './earlier-versions'
import { TextForm } from './text-form'
import { textKind } from './text-kinds'
import { textSchema } from './text.schema'
import { allowed, isNeeded, readText, readVersions, valuesOf } from './texts.server'

export const { handle, meta } = deskPage('Text')

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const text = found(await readText(operator, found(textKind(params.kind)), idOf(params)))
  const { earlier, versions } = await readVersions(operator, text, request)
  return { text, canRemove: !isNeeded(text), earlier, values: valuesOf(text), versions }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { db } = operator
  const [kind, id] = [found(textKind(params.kind)), idOf(params)]
  const page = `/desk/texts/${kind}/${id}`
  const text = { p_kind: kind, p_id: id }
  return byIntent(context, page, {
    save: () =>
      submit(
        context,
        textSchema,
        ({ version, title, content, description, is_shown: isShown }) =>
          change(db, 'desk_save_text', {
            ...text,
            p_version: version,
            p_title: title,
            p_content: allowed(kind, content),
            p_description: description,
            p_is_shown: isShown,
          }),
        () => [page, 'The text is saved.'],
      ),
    /** Shows what would be saved, with the shop's figures in place of placeholders. Saves nothing. */
    preview: async () => {
      const form = await parseForm(context.form, textSchema)
      if (!form.ok) return invalid(form)
      const preview = fillTerms(allowed(kind, form.value.content), await readDeliveryTerms(context))
      return data({ form: form.reply, preview })
    },
    /** The record of changes keeps all of it. */
    remove: async () => {
      const stored = await readText(operator, kind, id)
      if (stored && isNeeded(stored)) return context.flashes.error(page, 'The shop needs this text.')
      const remove = (version: number) => change(db, 'desk_remove_text', { ...text, p_version: version })
      return press(context, page, remove, ['/desk/texts', 'The text is removed.'])
    },
  })
}

export default function TextPage() {
  const { text, canRemove, earlier, values, versions } = useLoaderData<typeof loader>()
  const preview = useActionData<{ preview?: string }>()?.preview
  const reply = useReply()
  return (
    <>
      <h1 {...freeText(text.title)}>{text.title}</h1>
      {earlier && !reply ? (
        <p className="notice notice-info">This is an earlier version. It is in the shop again once you save it.</p>
      ) : null}
      {preview === undefined ? null : (
        <section className="panel stack" aria-labelledby="preview">
          <h2 id="preview">Preview, not saved</h2>
          {text.kind === 'page' ? <PageText page={{ content: preview }} /> : <p {...freeText(preview)}>{preview}</p>}
        </section>
      )}
      <TextForm text={text} values={(!reply && earlier) || values} />
      {canRemove ? <ButtonForm name="Removal" version={text.version} buttons={{ remove: 'Remove the text' }} /> : null}
      <EarlierVersions versions={versions} path={`/desk/texts/${text.kind}/${text.id}`} />
    </>
  )
}
