import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { invalid, parseForm } from '~/platform/http/forms.server'
import { pageMeta } from '~/ui/page-meta'
import { confirmUrl, requireOperator } from '../access/operator.server'
import { latestChange } from '../audit/audit.server'
import { DESK_PAGE } from '../desk-page'
import { notSaved } from '../not-saved.server'
import { pageNumber } from '../page-number'
import { Pages } from '../pages'
import type { Refused } from '../unsaved'
import { usePostedForm } from '../posted-form'
import { Refund, UnsavedRefund } from './refund'
import { refundSchema } from './refund.schema'
import { listRefunds, recordRefund, REFUNDS_PER_PAGE } from './refunds.server'

export const handle = DESK_PAGE

export const meta = () => pageMeta('Refunds', { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { searchParams } = new URL(request.url)
  const [isSent, page] = [searchParams.get('sent') === 'yes', pageNumber(searchParams)]
  const confirm = operator.isFresh ? null : confirmUrl('/desk/refunds')
  // Before the list: what is recorded between the two reads counts as not seen.
  const seen = await latestChange(operator)
  return { isSent, page, confirm, seen, ...(await listRefunds(operator, isSent, page)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  // Not requireFresh: its redirect would lose what was typed. The database refuses an older code, with words.
  const operator = await requireOperator(context, request)
  const form = await parseForm(context.form, refundSchema)
  if (!form.ok) return invalid(form)
  const result = await recordRefund(operator, form.value)
  if (!result.ok) {
    const { id, order } = form.value
    const subject = order ? { kind: 'order' as const, subject: order } : { kind: 'refund' as const, subject: id }
    return notSaved(operator, form, result.refusal, subject)
  }
  return context.flashes.success('/desk/refunds', 'The refund is recorded.')
}

const urlOf = (isSent: boolean, page: number) => `/desk/refunds?${isSent ? 'sent=yes&' : ''}page=${page}`

export default function Refunds() {
  const { isSent, page, confirm, seen, rows, total } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const reply = usePostedForm(answer?.form)
  const refused: Refused = { reply, since: answer && 'since' in answer ? answer.since : [] }
  // A refund that somebody else recorded meanwhile is no longer in the list.
  const isListed = rows.some(({ id }) => id === reply?.initialValue?.id)
  return (
    <>
      <h1>{isSent ? 'Refunds that were sent' : 'Refunds due'}</h1>
      <p>
        {isSent ? <a href="/desk/refunds">Refunds due</a> : <a href="/desk/refunds?sent=yes">Refunds that were sent</a>}
      </p>
      {isListed ? null : <UnsavedRefund {...refused} />}
      {confirm && !isSent && rows.length > 0 ? (
        <p className="notice notice-info">
          Recording a refund needs a code younger than ten minutes. <a href={confirm}>Confirm that it is you</a>
        </p>
      ) : null}
      {rows.length === 0 ? <p className="muted">None.</p> : null}
      <ul className="stack">
        {rows.map((refund) => (
          <Refund key={refund.id} refund={refund} isOpen={confirm === null} seen={seen} {...refused} />
        ))}
      </ul>
      <Pages page={page} last={Math.ceil(total / REFUNDS_PER_PAGE)} urlOf={(other) => urlOf(isSent, other)} />
    </>
  )
}
