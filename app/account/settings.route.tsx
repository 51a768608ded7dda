import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { attempt } from '~/platform/attempt.server'
import { requireShopper } from '~/platform/context.server'
import { dispatch } from '~/platform/http/forms.server'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { changeEmailSchema, changePasswordSchema, deleteAccountSchema } from './account.schema'
import { AppCodeField } from './app-code-field'
import { listOpenReturns, type OpenReturn } from './deletion.server'
import { settingsActions } from './settings-actions.server'
import { formatMoney } from '~/platform/money'

/** Passes on Retry-After of a rate-limited form. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta = () => pageMeta(m.account_settings(), { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const openReturns = await attempt(context, 'open returns not shown', () => listOpenReturns(context, shopper))
  return { email: shopper.email, openReturns: openReturns ?? [] }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const shopper = await requireShopper(context, request)
  const fields = context.form
  const act = dispatch(fields.get('intent'), settingsActions)
  return act ? act(context, shopper, fields) : context.flashes.error('/profile/account', m.account_try_again())
}

export default function AccountSettings() {
  const { email, openReturns } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const reply = actionData && 'form' in actionData ? actionData.form : undefined
  const replyTo = (intent: string) => (reply?.initialValue?.intent === intent ? reply : undefined)
  return (
    <>
      <h1>{m.account_settings()}</h1>
      <PasswordForm email={email} reply={replyTo('password')} />
      <EmailForm email={email} reply={replyTo('email')} />
      <LogOutEverywhere />
      <DeletionForm openReturns={openReturns} reply={replyTo('delete')} />
    </>
  )
}

interface FormProps {
  email: string
  reply?: SubmissionResult
}

function PasswordForm({ email, reply }: FormProps) {
  const form = useShopForm('change-password', changePasswordSchema, reply)
  return (
    <form className="panel stack settings" {...form.props} aria-labelledby="password-title">
      <h2 className="panel-title" id="password-title">
        {m.account_change_password()}
      </h2>
      <ErrorSummary form={form} />
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        field={form.field('current')}
        label={m.account_current_password()}
        type="password"
        autoComplete="current-password"
      />
      <Field
        field={form.field('password')}
        label={m.account_new_password()}
        type="password"
        autoComplete="new-password"
        hint={m.account_password_rule_devices()}
      />
      <AppCodeField field={form.field('appCode')} />
      <SubmitButton className="button" name="intent" value="password" busy={m.account_saving()}>
        {m.account_change_password()}
      </SubmitButton>
    </form>
  )
}

function EmailForm({ email, reply }: FormProps) {
  const form = useShopForm('change-email', changeEmailSchema, reply)
  return (
    <form className="panel stack settings" {...form.props} aria-labelledby="email-title">
      <h2 className="panel-title" id="email-title">
        {m.account_change_email()}
      </h2>
      <p>
        <ParaglideMessage
          message={m.account_sign_in_as}
          inputs={{ email }}
          markup={{ address: ({ children }) => <b dir="ltr">{children}</b> }}
        />
      </p>
      <ErrorSummary form={form} />
      <Field field={form.field('email')} label={m.account_new_email()} type="email" autoComplete="email" />
      <Field
        field={form.field('confirmation')}
        label={m.account_password()}
        type="password"
        autoComplete="current-password"
      />
      <AppCodeField field={form.field('appCode')} />
      <SubmitButton className="button" name="intent" value="email" busy={m.account_mailing()}>
        {m.account_change_email()}
      </SubmitButton>
    </form>
  )
}

function LogOutEverywhere() {
  return (
    <form className="panel stack settings" method="post" aria-labelledby="everywhere-title">
      <h2 className="panel-title" id="everywhere-title">
        {m.account_log_out_everywhere()}
      </h2>
      <p>{m.account_log_out_everywhere_text()}</p>
      <p>
        <button className="button button-outline" name="intent" value="everywhere">
          {m.account_log_out_everywhere()}
        </button>
      </p>
    </form>
  )
}

interface DeletionFormProps {
  openReturns: OpenReturn[]
  reply?: SubmissionResult
}

/** Deletes the account. While a return is open, it says what becomes of it and asks to insist. */
function DeletionForm({ openReturns, reply }: DeletionFormProps) {
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
