import { m } from '~/language/messages'
import type { SubmissionResult } from '@conform-to/react'
import { formatMoney } from '~/platform/money'
import { ErrorSummary } from '~/ui/error-summary'
import { Field } from '~/ui/field'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { deleteAccountSchema } from './account.schema'
import type { OpenReturn } from './deletion.server'

interface DeletionFormProps {
  openReturns: OpenReturn[]
  reply?: SubmissionResult
}

/** Deletes the account. While a return is open, it says what becomes of it and asks to insist. */
export function DeletionForm({ openReturns, reply }: DeletionFormProps) {
  const form = useShopForm('delete-account', deleteAccountSchema, reply)
  return (
    <form className="panel stack settings" {...form.props} aria-labelledby="delete-title">
      <h2 className="panel-title" id="delete-title">
        {m.account_delete()}
      </h2>
      <p>{m.account_delete_text()}</p>
      <ErrorSummary form={form} />
      {openReturns.length > 0 ? (
        <Losses openReturns={openReturns} isInsisted={form.field('anyway').typed === 'on'} />
      ) : null}
      <Field
        field={form.field('proof')}
        label={m.account_password()}
        type="password"
        autoComplete="current-password"
        hint={m.account_delete_google()}
      />
      <div className="help-actions">
        <SubmitButton className="button button-outline" name="intent" value="delete" busy={m.account_deleting()}>
          {m.account_delete_mine()}
        </SubmitButton>
        <button className="link" name="intent" value="code">
          {m.account_mail_code()}
        </button>
      </div>
    </form>
  )
}

function Losses({ openReturns, isInsisted }: { openReturns: OpenReturn[]; isInsisted: boolean }) {
  const isOwed = openReturns.some(({ status }) => status !== 'requested')
  return (
    <>
      <div className="notice loses">
        <p>{m.account_if_deleted_now()}</p>
        <ul>
          {openReturns.map(({ id, kind, status, order_id: order, refund_amount: refund }) => (
            <li key={id}>{m.account_loss({ kind, status, order, refund: formatMoney(refund) })}</li>
          ))}
        </ul>
        {isOwed ? <p>{m.account_kept_for_refund()}</p> : null}
      </div>
      <label className="check">
        <input type="checkbox" name="anyway" defaultChecked={isInsisted} />
        <span>{m.account_delete_anyway()}</span>
      </label>
    </>
  )
}
