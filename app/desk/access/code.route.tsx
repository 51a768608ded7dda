import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import encodeQR from 'qr'
import { redirectTo } from '~/platform/context.server'
import { ErrorSummary } from '~/ui/error-summary'
import { useShopForm } from '~/ui/shop-form.server'
import { deskPage } from '../desk-page'
import { codeSchema } from './access.schema'
import { takeCode } from './code-actions.server'
import { CodeField, DoorPage } from './door-page'
import { findStart, finishSignIn } from './sign-in.server'

/** In modules, as ISO/IEC 18004 asks for. */
const QUIET_ZONE = 4

export const { handle, meta, headers } = deskPage('Your second factor', { styles: ['forms', 'desk'] })

export async function loader({ request, context }: LoaderFunctionArgs) {
  const start = await findStart(context, request)
  if (!start) throw redirectTo('/desk/sign-in')
  const { secret, uri } = start
  return secret && uri ? { secret, uri, code: encodeQR(uri, 'raw', { border: QUIET_ZONE }) } : null
}

export async function action({ request, context }: ActionFunctionArgs) {
  const start = await findStart(context, request)
  if (!start) return redirectTo('/desk/sign-in')
  const taken = await takeCode(context, request, start)
  if ('reply' in taken) return taken.reply
  return finishSignIn(context, start, taken.session)
}

export default function SecondFactor() {
  const factor = useLoaderData<typeof loader>()
  const form = useShopForm('code', codeSchema, useActionData<typeof action>()?.form)
  return (
    <DoorPage title="Your second factor">
      {factor ? <NewFactor {...factor} /> : null}
      <form className="stack" {...form.props}>
        <ErrorSummary form={form} />
        <CodeField field={form.field('code')} />
        <button className="button button-wide">Sign in</button>
      </form>
      {factor ? null : (
        <p>
          <a href="/desk/sign-in/recovery">No phone at hand? Use a recovery code</a>
        </p>
      )}
      <p>
        <a href="/desk/sign-in">Sign in with another account</a>
      </p>
    </DoorPage>
  )
}

/** A code for cameras, of one square for each dark module. It has its own light margin, since dark pages have none. */
function QrCode({ rows }: { rows: boolean[][] }) {
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg className="desk-qr" viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label="Code to scan">
      <path fill="#fff" d={`M0 0h${rows.length}v${rows.length}H0z`} />
      <path d={squares.join('')} />
    </svg>
  )
}

function NewFactor({ secret, uri, code }: { secret: string; uri: string; code: boolean[][] }) {
  return (
    <div className="panel stack">
      <h2 className="panel-title">Add the desk to your authenticator app</h2>
      <p>You need an app such as Google Authenticator, Aegis or 2FAS. Scan this code with it:</p>
      <QrCode rows={code} />
      <p>
        On the phone that has the app, open <a href={uri}>this link</a> instead. Or choose “Enter a setup key” in the
        app and type:
      </p>
      <p className="desk-secret">
        <code>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <p className="muted small">Nobody can read this key again. Then enter the code that the app shows.</p>
    </div>
  )
}
