import { m } from '~/language/messages'
import type { ActionFunctionArgs, HeadersFunction, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import {
  findShopper,
  redirectTo,
  rememberDestination,
  takeDestination,
  type RequestContext,
} from '~/platform/context.server'
import { afterFirstCookie, dropsCookies } from '~/platform/cookies.server'
import { invalid, parseForm, refused, tooMany } from '~/platform/http/forms.server'
import { keyOf, type LimitKey } from '~/platform/rate-limits.server'
import { Field } from '~/ui/field'
import { ErrorSummary } from '~/ui/error-summary'
import { Notice } from '~/ui/progress/notice'
import { FormPage } from '~/ui/form-page'
import type { PageHandle } from '~/ui/page-handle'
import { brandInText } from '~/platform/text'
import { pageMeta } from '~/ui/page-meta'
import { useShopForm } from '~/ui/shop-form.server'
import { SubmitButton } from '~/ui/submit-button'
import { KeepSignedIn } from '../keep-signed-in'
import { loginSchema, type LoginInput } from '../account.schema'
import { startSession } from './browser-session.server'
import { GoogleButton } from './google-button'
import { accountKey, forgetGuesses, takeGuess } from './guesses.server'
import { guessOf, rememberBrowser } from './known-browser.server'
import { CODE_MAILS, LOGINS, LOGINS_PER_NETWORK } from '../limits.server'
import { signIn } from './sign-in.server'
import { resendCode } from '../sign-up/sign-up.server'
import { startVerification } from '../sign-up/verification.server'

export const handle: PageHandle = { styles: ['forms'], reaches: ['google'], withoutNewsletter: true }

/** Passes on Retry-After of a rate-limited form. */
export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta = () => pageMeta(m.account_login(), { hidden: true })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const to = new URL(request.url).searchParams.get('to')
  const needsCookies = dropsCookies(request)
  // The log-in that led here has just asked Auth.
  if (needsCookies === false || (await findShopper(context))) throw redirectTo(to ?? '/')
  if (to !== null) await rememberDestination(context, to)
  return { needsCookies, hasGoogle: context.settings.GOOGLE_CLIENT_ID !== undefined }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await parseForm(context.form, loginSchema)
  if (!form.ok) return invalid(form)
  const account = accountKey(form.value.emailOrPhone)
  const guess = await guessOf(context, request, account)
  const wait =
    (await context.limits.take(LOGINS_PER_NETWORK, keyOf.network(context))) ?? (await takeGuess(context, LOGINS, guess))
  if (wait !== null) return tooMany(form, wait)
  const session = await signIn(context, request, form.value.emailOrPhone, form.value.password)
  if (!session.ok && session.refusal.code === 'email_not_confirmed') return askForCode(context, request, form.value)
  if (!session.ok) return refused(form, session.refusal.message, session.refusal.status)
  await acceptLogin(context, request, [account, keyOf.email(session.value.user.email ?? form.value.emailOrPhone)])
  await startSession(context, request, session.value, form.value.keepSignedIn)
  // A browser without cookies has no destination either.
  return redirectTo(
    request.headers.has('cookie') ? await takeDestination(context, request) : afterFirstCookie(request, '/login'),
  )
}

/** Resets the counts of login attempts and remembers the browser, for each key that the account is counted by. */
async function acceptLogin(context: RequestContext, request: Request, names: LimitKey[]): Promise<void> {
  const distinct = [...new Set(names)]
  for (const name of distinct) await forgetGuesses(context, LOGINS, await guessOf(context, request, name))
  await rememberBrowser(context, request, distinct)
}

/** Continues an unconfirmed sign-up, also on another device: mails a code, within the limit, and redirects to the page that asks for it. */
async function askForCode(
  context: RequestContext,
  request: Request,
  { emailOrPhone, password, keepSignedIn }: LoginInput,
) {
  const email = emailOrPhone.toLowerCase()
  if ((await context.limits.take(CODE_MAILS, keyOf.email(email))) === null) await resendCode(context, email)
  await startVerification(context, email, keepSignedIn, { password })
  return redirectTo(afterFirstCookie(request, '/verify-otp'))
}

export default function Login() {
  const { hasGoogle, needsCookies } = useLoaderData<typeof loader>()
  const form = useShopForm('login', loginSchema, useActionData<typeof action>()?.form)
  return (
    <FormPage title={m.account_login_now()} about={m.account_welcome_back({ brand: brandInText() })}>
      <form className="stack" {...form.props}>
        {needsCookies ? <Notice type="error">{m.account_needs_cookies()}</Notice> : null}
        <ErrorSummary form={form} />
        <Field
          field={form.field('emailOrPhone')}
          label={m.account_email_or_phone()}
          autoComplete="username"
          autoCapitalize="none"
        />
        <Field
          field={form.field('password')}
          label={m.account_password()}
          type="password"
          autoComplete="current-password"
        />
        <div className="between">
          <KeepSignedIn form={form} />{' '}
          <a className="link" href="/forget-password">
            {m.account_forgot_link()}
          </a>
        </div>
        <SubmitButton className="button button-wide" busy={m.account_logging_in()}>
          {m.account_login_button()}
        </SubmitButton>
        {hasGoogle ? <GoogleButton from="/login" /> : null}
      </form>
      <p className="account-head">
        <span>
          {m.account_new_here()}{' '}
          <a className="link" href="/create-account">
            {m.account_sign_up()}
          </a>
        </span>
      </p>
    </FormPage>
  )
}
