import { data } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import type { ComposedMail } from '~/mails/to-html.server'
import { MAIL_NAMES } from '~/mails/words/mail-names'
import { composeSample } from '~/mails/words/sample-mail.server'
import { readLetterhead } from '~/mails/words/words.server'
import { invalid, parseForm } from '~/platform/http/forms.server'
import { atDesk, change, byIntent, submit } from '../desk.server'
import { deskPage, found, idOf } from '../desk-page'
import { useReply } from '../form/posted-form'
import { EarlierVersions } from './earlier-versions'
import { MailPreview, MailTextForm, mailUrdu } from './mail-text-form'
import { mailTextSchema } from './mail-text.schema'
import { wordedKind } from './text-kinds'
import { listTexts } from '../translations/translations.server'
import { UrduForm } from '../translations/urdu-form'
import { mailWords, readText, readVersions } from './texts.server'

export const { handle, meta } = deskPage('Words of a mail')

export const loader = atDesk(async ({ operator, params, request }) => {
  const text = found(await readText(operator, 'mail', idOf(params)))
  const kind = found(wordedKind(text))
  const { earlier, versions } = await readVersions(operator, text, request)
  const saved = mailWords(text)
  const urdu = await listTexts(operator, { kind: 'mail', owner: text.id })
  return { id: text.id, kind, urdu, version: text.version, saved, earlier: earlier && mailWords(earlier), versions }
})

export const action = atDesk(async ({ operator, db, params, context }) => {
  const id = idOf(params)
  const kind = found(wordedKind(await readText(operator, 'mail', id)))
  const schema = mailTextSchema(kind)
  const page = `/desk/texts/mail/${id}`
  return byIntent(context, page, {
    save: () =>
      submit(
        context,
        schema,
        ({ subject: title, heading: description, body: content, ...words }) =>
          change(db, 'desk_save_text', { kind: 'mail', id, title, description, content, ...words }),
        () => [page, 'The words are saved. Mails that are sent from now on have them.'],
      ),
    /** Shows the mail as it would be sent with these words, about an order that doesn't exist. Saves and sends nothing. */
    preview: async () => {
      const form = await parseForm(context.form, schema)
      if (!form.ok) return invalid(form)
      const letterhead = await readLetterhead(context)
      const words = { ...letterhead.words, en: { ...letterhead.words.en, [kind]: form.value } }
      return data({ form: form.reply, mail: composeSample({ ...letterhead, words }, kind) })
    },
  })
})

export default function MailTextPage() {
  const { id, kind, urdu, version, saved, earlier, versions } = useLoaderData<typeof loader>()
  const mail = useActionData<{ mail?: ComposedMail }>()?.mail
  const reply = useReply()
  return (
    <>
      <h1>{MAIL_NAMES[kind]}</h1>
      {earlier && !reply ? (
        <p className="notice notice-info">These are earlier words. Mails have them again once you save them.</p>
      ) : null}
      {mail ? <MailPreview mail={mail} /> : null}
      <MailTextForm kind={kind} version={version} words={(!reply && earlier) || saved} />
      <UrduForm kind="mail" owner={id} texts={urdu} form={mailUrdu(saved)} />
      <EarlierVersions versions={versions} path={`/desk/texts/mail/${id}`} />
    </>
  )
}
