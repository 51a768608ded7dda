import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { MAIL_NAMES } from '~/mails/words/mail-names'
import { composeSample, type SampleMail } from '~/mails/words/sample-mail.server'
import { invalid, parseForm } from '~/platform/http/forms.server'
import { requireOperator } from '../access/operator.server'
import { change } from '../database.server'
import { deskPage, found, idOf } from '../desk-page'
import { byIntent, submit } from '../form/form-actions.server'
import { useReply } from '../form/posted-form'
import { EarlierVersions } from './earlier-versions'
import { MailPreview } from './mail-preview'
import { MailTextForm } from './mail-text-form'
import { mailTextSchema } from './mail-text.schema'
import { mailWords, wordedKind } from './text-kinds'
import { readText, readVersions, valuesOf } from './texts.server'

export const { handle, meta } = deskPage('Words of a mail')

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const text = found(await readText(operator, 'mail', idOf(params)))
  const kind = found(wordedKind(text))
  const { earlier, versions } = await readVersions(operator, text, request)
  const saved = mailWords(valuesOf(text))
  return { id: text.id, kind, version: text.version, saved, earlier: earlier && mailWords(earlier), versions }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  const id = idOf(params)
  const kind = found(wordedKind(await readText(operator, 'mail', id)))
  const schema = mailTextSchema(kind)
  const page = `/desk/texts/mail/${id}`
  return byIntent(context, page, {
    save: () =>
      submit(
        context,
        schema,
        ({ version, subject, heading, body, button, closing }) =>
          change(operator.db, 'desk_save_text', {
            p_kind: 'mail',
            p_id: id,
            p_version: version,
            p_title: subject,
            p_description: heading,
            p_content: body,
            p_button: button,
            p_closing: closing,
          }),
        () => [page, 'The words are saved. Mails that are sent from now on have them.'],
      ),
    /** Shows the mail as it would be sent with these words, about an order that doesn't exist. Saves and sends nothing. */
    preview: async () => {
      const form = await parseForm(context.form, schema)
      if (!form.ok) return invalid(form)
      return data({ form: form.reply, mail: composeSample(context.settings, kind, form.value) })
    },
  })
}

export default function MailTextPage() {
  const { id, kind, version, saved, earlier, versions } = useLoaderData<typeof loader>()
  const mail = useActionData<{ mail?: SampleMail }>()?.mail
  const reply = useReply()
  return (
    <>
      <h1>{MAIL_NAMES[kind]}</h1>
      {earlier && !reply ? (
        <p className="notice notice-info">These are earlier words. Mails have them again once you save them.</p>
      ) : null}
      {mail ? <MailPreview mail={mail} /> : null}
      <MailTextForm kind={kind} version={version} words={(!reply && earlier) || saved} />
      <EarlierVersions versions={versions} path={`/desk/texts/mail/${id}`} />
    </>
  )
}
