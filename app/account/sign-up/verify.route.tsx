import { ParaglideMessage } from '@inlang/paraglide-js-react'
import { m } from '~/language/messages'
import type { SubmissionResult } from '@conform-to/react'
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { orderUrl } from '~/orders/order'
import { takeGuestOrder } from '~/orders/own-order.server'
import { dropsCookies } from '~/platform/cookies.server'
import { redirectTo, takeDestination, type RequestContext } from '~/platform/context.server'
import { dispatch, invalid, parseForm, refused, tooMany } from '~/platform/http/forms.server'
import { keyOf, limitMessage } from '~/platform/rate-limits.server'
import { SECOND } from '~/platform/time'
import { ErrorSummary } from '~/ui/error-summary'
import { FormPage } from '~/ui/form-page'
import type { PageHandle } from '~/ui/page-handle'
import { pageMeta } from '~/ui/page-meta'
import { Notice } from '~/ui/progress/notice'
import { useShopForm } from '~/ui/shop-form.server'
import { codeSchema } from '../account.schema'
import type { AccountRefusal } from '../refusal'
import { CodeInput } from './code-input.area'
import { startSession } from '../sign-in/browser-session.server'
import { forgetGuesses, takeGuess } from '../sign-in/guesses.server'
import { CODE_MAILS, CODES } from '../limits.server'
import { ResendButton } from './resend-button.area'
import { resendCode, verifyCode } from './sign-up.server'
import {
  findVerification,
  clearVerification,
  readCredentials,
  updateVerification,
  waitToResend,
} from './verification.server'

export const handle: PageHandle = { styles: ['forms'], toastDuration: 4 * SECOND, withoutNewsletter: true }

/** Passes on Retry-After of a rate-limited form. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta = () => pageMeta(m.account_verify_email(), { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const needsCookies = dropsCookies(request)
  if (needsCookies === false) throw redirectTo('/verify-otp')
  const pending = await findVerification(context, request)
  return {
    email: pending?.email ?? null,
    wait: pending ? waitToResend(pending) : 0,
    needsCookies,
  }
}

/** The actions by their form's `intent`; the form with the code has none. */
const actions = { verify, resend }

export async function action({ request, context }: ActionFunctionArgs) {
  const act = dispatch(context.form.get('intent'), actions) ?? verify
  return act(context, request, context.form)
}

async function verify(context: RequestContext, request: Request, fields: FormData) {
  const form = await parseForm(fields, codeSchema)
  if (!form.ok) return invalid(form)
  const pending = await findVerification(context, request)
  if (!pending) return redirectTo('/verify-otp')
  const guess = { account: keyOf.email(pending.email), source: keyOf.network(context), isKnownBrowser: false }
  const wait = await takeGuess(context, CODES, guess)
  if (wait !== null) return tooMany(form, wait)
  const session = await verifyCode(context, pending.email, form.value.code, await readCredentials(context, pending))
  if (!session.ok) return refuseCode(form, session.refusal)
  await forgetGuesses(context, CODES, guess)
  await clearVerification(context)
  await startSession(context, request, session.value, pending.keep)
  const { order } = pending
  if (order && (await takeGuestOrder(context, request, session.value, order)))
    return context.flashes.success(orderUrl(order, false), m.account_has_order())
  return redirectTo(await takeDestination(context, request, '/dashboard'))
}

/** Returns the response for a code that wasn't taken, with the message at the field, or above it if the code isn't at fault. */
function refuseCode(form: { reply: SubmissionResult }, { message, status }: AccountRefusal) {
  if (status !== 400) return refused(form, message, status)
  return invalid({ reply: { ...form.reply, status: 'error', error: { code: [message] } } })
}

async function resend(context: RequestContext, request: Request) {
  const pending = await findVerification(context, request)
  if (!pending) return context.flashes.error('/verify-otp', m.account_nobody_to_mail())
  const wait = waitToResend(pending) || (await context.limits.take(CODE_MAILS, keyOf.email(pending.email)))
  if (wait !== null) return context.flashes.error('/verify-otp', limitMessage(wait))
  const resent = await resendCode(context, pending.email)
  if (!resent.ok) return context.flashes.error('/verify-otp', resent.refusal.message)
  await updateVerification(context, { ...pending, resentAt: Date.now() })
  return context.flashes.success('/verify-otp', m.account_code_resent())
}

export default function Verify() {
  const { email, wait, needsCookies } = useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const form = useShopForm('verify', codeSchema, actionData && 'form' in actionData ? actionData.form : undefined)
  if (!email) return needsCookies ? <CodeNeedsCookies /> : <NothingToVerify />
  return (
    <FormPage
      title={m.account_verify_email()}
      about={
        <ParaglideMessage
          message={m.account_code_mailed}
          inputs={{ email }}
          markup={{
            address: ({ children }) => (
              <b className="unbroken" dir="ltr">
                {children}
              </b>
            ),
          }}
        />
      }
    >
      <form className="stack" {...form.props}>
        <ErrorSummary form={form} />
        <CodeInput field={form.field('code')} />
      </form>
      <ResendButton wait={wait} />
      <p className="account-head">
        <a className="link" href="/login">
          {m.account_back_to_login()}
        </a>
      </p>
    </FormPage>
  )
}

function CodeNeedsCookies() {
  return (
    <FormPage title={m.account_verify_email()}>
      <Notice type="error">{m.account_code_needs_cookies()}</Notice>
      <p className="account-head">
        <a className="button" href="/login">
          {m.account_back_to_login()}
        </a>
      </p>
    </FormPage>
  )
}

function NothingToVerify() {
  return (
    <FormPage title={m.account_nothing_to_verify()} about={m.account_nothing_to_verify_text()}>
      <p className="account-head">
        <a className="button" href="/create-account">
          {m.account_go_to_registration()}
        </a>
      </p>
    </FormPage>
  )
}
