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
        Delete account
      </h2>
      <p>
        Your profile, addresses, reviews and chats go for good, with their pictures and files. Orders stay in our books,
        without your name. While an order is on its way to you, your account stays.
      </p>
      <ErrorSummary form={form} />
      {openReturns.length > 0 ? (
        <Losses openReturns={openReturns} isInsisted={form.field('anyway').typed === 'on'} />
      ) : null}
      <Field
        field={form.field('proof')}
        label="Password"
        type="password"
        autoComplete="current-password"
        hint="Signed up with Google? Have us mail you a code, and enter that."
      />
      <div className="help-actions">
        <SubmitButton className="button button-outline" name="intent" value="delete" busy="Deleting...">
          Delete my account
        </SubmitButton>
        <button className="button button-outline" name="intent" value="code">
          Mail me a code
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
        <p>If you delete your account now:</p>
        <ul>
          {openReturns.map((one) => (
            <li key={one.id}>{lossOf(one)}</li>
          ))}
        </ul>
        {isOwed ? (
          <p>We keep the e-mail address and the phone number of these orders until your money is back with you.</p>
        ) : null}
      </div>
      <label className="check">
        <input type="checkbox" name="anyway" defaultChecked={isInsisted} />
        <span>Delete anyway</span>
      </label>
    </>
  )
}

/** Says what becomes of an open return without the account. */
function lossOf({ order_id: order, kind, status, refund_amount: refund }: OpenReturn): string {
  const named = `Your ${kind} of order ${order}`
  if (status === 'requested') return `${named} is not approved yet. It ends, and no money comes back.`
  const back = `You get ${formatMoney(refund)} back`
  const when = status === 'received' ? '' : ' once it has arrived'
  return kind === 'return'
    ? `${named} goes on. ${back}${when}, but you can’t follow it here any more.`
    : `${named}: without your address we can’t send the new size. ${back} instead${when}.`
}
