import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { PageText } from '~/content/page-text'
import { readDeliveryTerms } from '~/delivery/delivery.server'
import { fillTerms } from '~/delivery/terms'
import { invalid, parseForm } from '~/platform/http/forms.server'
import { fillReturnPolicy } from '~/returns/return'
import { freeText } from '~/ui/free-text'
import { atDesk, change, byIntent, press, submit } from '../desk.server'
import { deskPage, found, idOf } from '../desk-page'
import { useReply } from '../form/posted-form'
import { ButtonForm } from '../form/button-form'
import { EarlierVersions } from './earlier-versions'
import { textKind } from './text-kinds'
import { textSchema } from './text.schema'
import { allowed, isNeeded, readText, readVersions, type DeskText, type TextValues } from './texts.server'
import { area, line, tick } from '../form/edit-fields'
import { EditForm } from '../form/edit-form'
import { Panel } from '../panel'
import { listTexts } from '../translations/translations.server'
import { UrduForm } from '../translations/urdu-form'

export const { handle, meta } = deskPage('Text')

export const loader = atDesk(async ({ operator, params, request }) => {
  const text = found(await readText(operator, found(textKind(params.kind)), idOf(params)))
  const { earlier, versions } = await readVersions(operator, text, request)
  const urdu = await listTexts(operator, { kind: text.kind, owner: text.id })
  return { text, urdu, canRemove: !isNeeded(text), earlier, versions }
})

export const action = atDesk(async ({ operator, db, params, context }) => {
  const [kind, id] = [found(textKind(params.kind)), idOf(params)]
  const page = `/desk/texts/${kind}/${id}`
  const text = { kind, id }
  return byIntent(context, page, {
    save: () =>
      submit(
        context,
        textSchema,
        ({ content, ...values }) =>
          change(db, 'desk_save_text', { ...text, ...values, content: allowed(kind, content) }),
        () => [page, 'The text is saved.'],
      ),
    /** Shows what would be saved, with the shop's figures in place of placeholders. Saves nothing. */
    preview: async () => {
      const form = await parseForm(context.form, textSchema)
      if (!form.ok) return invalid(form)
      const filled = fillTerms(allowed(kind, form.value.content), await readDeliveryTerms(context))
      const preview = fillReturnPolicy(filled, context.settings.RETURN_DAYS)
      return data({ form: form.reply, preview })
    },
    /** The record of changes keeps all of it. */
    remove: async () => {
      const stored = await readText(operator, kind, id)
      if (stored && isNeeded(stored)) return context.flashes.error(page, 'The shop needs this text.')
      const remove = (version: number) => change(db, 'desk_remove_text', { ...text, version })
      return press(context, page, remove, ['/desk/texts', 'The text is removed.'])
    },
  })
})

export default function TextPage() {
  const { text, urdu, canRemove, earlier, versions } = useLoaderData<typeof loader>()
  const preview = useActionData<{ preview?: string }>()?.preview
  const reply = useReply()
  return (
    <>
      <h1 {...freeText(text.title)}>{text.title}</h1>
      {earlier && !reply ? (
        <p className="notice notice-info">This is an earlier version. It is in the shop again once you save it.</p>
      ) : null}
      {preview === undefined ? null : (
        <Panel id="preview" title="Preview, not saved">
          {text.kind === 'page' ? <PageText page={{ content: preview }} /> : <p {...freeText(preview)}>{preview}</p>}
        </Panel>
      )}
      <TextForm text={text} values={(!reply && earlier) || text} />
      <UrduForm kind={text.kind} owner={text.id} texts={urdu} />
      {canRemove ? <ButtonForm name="Removal" version={text.version} buttons={{ remove: 'Remove the text' }} /> : null}
      <EarlierVersions versions={versions} path={`/desk/texts/${text.kind}/${text.id}`} />
    </>
  )
}

interface TextFormProps {
  text: DeskText
  /** The present values, or those of an earlier version. */
  values: TextValues
}

function TextForm({ text: { kind, version }, values }: TextFormProps) {
  const { title, description, content, is_shown: isShown } = values
  const isPage = kind === 'page'
  return (
    <EditForm
      id="text"
      name="Text"
      schema={textSchema}
      version={version}
      intent="save"
      button="Save the text"
      isLarge
      fields={[
        line('title', isPage ? 'Title' : 'Question', title),
        isPage ? line('description', 'Description for search engines', description) : null,
        area('content', isPage ? 'Text in HTML' : 'Answer', content, 16),
        <p key="help" className="muted small">
          {isPage
            ? 'Headings, paragraphs, lists, tables, parts that open (<details>), links, and pictures that the shop has; everything else is removed. '
            : 'Plain text. '}
          The shop fills in {'{delivery_price}'}, {'{delivery_days}'}, {'{order_cut_off}'} and {'{return_policy}'}.
        </p>,
        tick('is_shown', 'Shown in the shop', isShown),
      ]}
      buttons={{ preview: 'Preview' }}
    />
  )
}
