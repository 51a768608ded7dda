import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { confirmUrl, requireOperator } from '../access/operator.server'
import { latestChange } from '../audit/audit.server'
import { change } from '../database.server'
import { deskPage } from '../desk-page'
import { submit } from '../form/form-actions.server'
import { ListPage } from '../list/list-page'
import { notSaved } from '../form/not-saved.server'
import { listAddress } from '../list/list-address'
import { useRefused } from '../form/unsaved'
import { Refund, UnsavedRefund } from './refund'
import { refundSchema } from './refund.schema'
import { listRefunds } from './refunds.server'

export const { handle, meta } = deskPage('Refunds')

export async function loader({ request, context }: LoaderFunctionArgs) {
  const operator = await requireOperator(context, request)
  const { parameters, page } = listAddress(request)
  const isSent = parameters.get('sent') === 'yes'
  const confirm = operator.isFresh ? null : confirmUrl('/desk/refunds')
  // Before the list: what is recorded between the two reads counts as not seen.
  const seen = await latestChange(operator)
  return { isSent, confirm, seen, ...(await listRefunds(operator, isSent, page)) }
}

export async function action({ request, context }: ActionFunctionArgs) {
  // Not requireFresh: its redirect would lose what was typed. The database refuses an older code, with words.
  const operator = await requireOperator(context, request)
  return submit(
    context,
    refundSchema,
    ({ id, reference }) => change(operator.db, 'desk_record_refund', { p_refund: id, p_reference: reference }),
    () => ['/desk/refunds', 'The refund is recorded.'],
    (form, refusal) => {
      const { id, order } = form.value
      return notSaved(operator, form, refusal, order ? 'order' : 'refund', order ?? id)
    },
  )
}

export default function Refunds() {
  const { isSent, confirm, seen, rows, total } = useLoaderData<typeof loader>()
  const refused = useRefused()
  // A refund that somebody else recorded meanwhile is no longer in the list.
  const isListed = rows.some(({ id }) => id === refused.reply?.initialValue?.id)
  const above = (
    <>
      <p>
        {isSent ? <a href="/desk/refunds">Refunds due</a> : <a href="/desk/refunds?sent=yes">Refunds that were sent</a>}
      </p>
      {isListed ? null : <UnsavedRefund {...refused} />}
      {confirm && !isSent && rows.length > 0 ? (
        <p className="notice notice-info">
          Recording a refund needs a code younger than ten minutes. <a href={confirm}>Confirm that it is you</a>
        </p>
      ) : null}
    </>
  )
  return (
    <ListPage
      title={isSent ? 'Refunds that were sent' : 'Refunds due'}
      above={above}
      rows={rows}
      total={total}
      empty="None."
    >
      {(refund) => <Refund refund={refund} isOpen={confirm === null} seen={seen} {...refused} />}
    </ListPage>
  )
}
