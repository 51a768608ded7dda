import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { MAIL_NAMES } from '~/mails/words/mail-names'
import { pageMeta } from '~/ui/page-meta'
import { requireOperator } from '../access/operator.server'
import { listChanges } from '../audit/audit.server'
import { isId } from '../catalogue/product-query'
import { DESK_PAGE } from '../desk-page'
import { usePostedForm } from '../posted-form'
import { EarlierVersions } from './earlier-versions'
import { MailPreview } from './mail-preview'
import { mailWords, wordedKind } from './mail-text'
import { changeMailText } from './mail-text-actions.server'
import { MailTextForm } from './mail-text-form'
import { readText, textBefore, valuesOf } from './texts.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Words of a mail', { hidden: true })

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const text = isId(params.id) ? await readText(operator, 'mail', params.id) : null
  const kind = wordedKind(text)
  if (!text || !kind) throw new Response(null, { status: 404 })
  const changes = await listChanges(operator, { who: '', kind: 'mail', subject: text.id, before: null })
  const asked = new URL(request.url).searchParams.get('before')
  const chosen = changes.find(({ id }) => String(id) === asked)
  const earlier = chosen ? textBefore(chosen) : null
  return {
    id: text.id,
    kind,
    version: text.version,
    saved: mailWords(valuesOf(text)),
    earlier: earlier && mailWords(earlier),
    versions: changes.map(({ id, made_at: madeAt, actor_email: who }) => ({ id, madeAt, who })),
  }
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const operator = await requireOperator(context, request)
  if (!isId(params.id)) throw new Response(null, { status: 404 })
  return changeMailText(context, operator, params.id)
}

export default function MailTextPage() {
  const { id, kind, version, saved, earlier, versions } = useLoaderData<typeof loader>()
  const replied = useActionData<typeof action>()
  const reply = usePostedForm(replied?.form)
  return (
    <>
      <h1>{MAIL_NAMES[kind]}</h1>
      {earlier && !reply ? (
        <p className="notice notice-info">These are earlier words. Mails have them again once you save them.</p>
      ) : null}
      {replied && 'mail' in replied ? <MailPreview mail={replied.mail} /> : null}
      <MailTextForm kind={kind} version={version} saved={saved} words={earlier ?? saved} reply={reply} />
      <EarlierVersions versions={versions} path={`/desk/texts/mail/${id}`} />
    </>
  )
}
